import { ExactJson } from '../queue/exact-json';
import { type Forms, type McpAnswer, messageAnswer } from './http';
import type { RpcMessage } from './json-rpc';

/** The one revision of MCP whose transport takes several messages in one POST. */
export const BATCH_REVISION = '2025-03-26';

const ONE_BY_ONE: Forms = { json: true, events: false };

/**
 * Serves the messages of a batch in their order, each as if it had come alone. A refusal is the answer to its own message only:
 * what was served before it must be told. Once the client has gone, nothing more is begun for it.
 * @param serve answers one message, in JSON; never throws
 * @param client aborts when the client has gone
 * @returns the answers to its requests in one array; 202 without any
 */
export async function answerBatch(
  forms: Forms,
  messages: readonly RpcMessage[],
  serve: (message: RpcMessage, forms: Forms) => Promise<McpAnswer>,
  client: AbortSignal,
): Promise<McpAnswer> {
  const answers: unknown[] = [];
  for (const message of messages) {
    if (client.aborted) break;
    const { status, body } = await serve(message, ONE_BY_ONE);
    if (typeof body !== 'string' || message.kind !== 'request') continue;
    answers.push(status === 200 ? new ExactJson(body) : { ...JSON.parse(body), id: message.id });
  }
  return answers.length === 0 ? { status: 202, headers: {}, body: null } : messageAnswer(forms, answers);
}
