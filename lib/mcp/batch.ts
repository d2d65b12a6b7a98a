import { ExactJson } from '../queue/exact-json';
import type { Forms, McpAnswer } from './http';
import { messageAnswer } from './http';
import type { RpcMessage } from './json-rpc';

/** The one revision of MCP whose transport takes several messages in one POST. */
export const BATCH_REVISION = '2025-03-26';

const ONE_BY_ONE: Forms = { json: true, events: false };

/**
 * Serves the messages of a batch in their order, each as if it had come alone.
 * @param serve answers one message, in JSON
 * @returns the answers to its requests in one array; 202 without any
 */
export async function answerBatch(
  forms: Forms,
  messages: readonly RpcMessage[],
  serve: (message: RpcMessage, forms: Forms) => Promise<McpAnswer>,
): Promise<McpAnswer> {
  const answers: ExactJson[] = [];
  for (const message of messages) {
    const { body } = await serve(message, ONE_BY_ONE);
    if (typeof body === 'string') answers.push(new ExactJson(body));
  }
  return answers.length === 0 ? { status: 202, headers: {}, body: null } : messageAnswer(forms, answers);
}
