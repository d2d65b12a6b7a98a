import { randomUUID } from 'node:crypto';
import definitions from '@octokit/webhooks-examples';
import { sign } from '@octokit/webhooks-methods';
import { z } from 'zod';
import { expectThat, Unmet } from './tell';

const receipt = z.object({
  todos: z.array(z.object({ id: z.string(), endpoint_id: z.string(), queue: z.string(), created: z.boolean() })),
  created: z.number(),
});

/** A delivery as GitHub sends it: a real pull-request body, signed, under an id of its own. */
export interface Delivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The webhook that GitHub would be told of. */
export interface GithubWebhook {
  readonly url: string;
  readonly secret: string;
}

/** @param action which of GitHub's pull-request events: `opened`, `synchronize`, `review_requested` … */
export async function pullRequestDelivery(action: string, secret: string): Promise<Delivery> {
  const body = bodyOf(action);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/demo',
    'x-github-delivery': randomUUID(),
    'x-github-event': 'pull_request',
    'x-hub-signature-256': await sign(secret, body),
  };
  return { body, headers };
}

/**
 * Posts a delivery over HTTP.
 * @returns the todo it became, and whether this delivery made it
 * @throws Unmet when it was not accepted
 */
export async function post(
  { url }: GithubWebhook,
  { body, headers }: Delivery,
): Promise<{ id: string; created: boolean }> {
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  expectThat(
    response.status !== 404,
    `${new URL(url).origin} to know the new webhook: does it run on the database that the demo found?`,
  );
  expectThat(response.status === 202, `202 for a delivery, and it was ${response.status} ${text}`);
  const [todo] = receipt.parse(JSON.parse(text)).todos;
  if (todo === undefined) throw new Unmet('expected a delivery to become a todo');
  return { id: todo.id, created: todo.created };
}

function bodyOf(action: string): string {
  const examples = definitions.flatMap(({ name, examples }) => (name === 'pull_request' ? examples : []));
  return JSON.stringify(examples.find((example) => 'action' in example && example.action === action));
}
