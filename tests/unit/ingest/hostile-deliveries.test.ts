import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newTodoOf } from '@/lib/ingest/new-todo-of';
import { SOURCES } from '@/lib/ingest/sources/by-type';
import type { JsonValue } from '@/lib/queue/json';
import { isVisible } from '@/lib/queue/line';
import { WEBHOOK_TYPES } from '@/lib/store/webhooks/webhook-type';
import * as gitea from './fixtures/gitea';
import * as slack from './fixtures/slack';
import * as stripe from './fixtures/stripe';
import { aWebhook, type Bench, intakeBench, send } from './intake-bench';
import { SIGNERS } from './signers';

const bench: Bench = await intakeBench();

const EVENTS = [
  'pull_request',
  'pull_request_approved',
  'push',
  'issues',
  'workflow_run',
  'constructor',
  '__proto__',
  '',
];
const SHAPES = [gitea, stripe, slack].flatMap((fixtures) => Object.values(fixtures)) as unknown as JsonValue[];

/** What a source really sends, with one part of it, at any depth, swapped for any JSON. */
const anyPayload = fc.oneof(
  fc.jsonValue() as fc.Arbitrary<JsonValue>,
  fc
    .tuple(fc.constantFrom(...SHAPES), fc.array(fc.nat(8), { maxLength: 4 }), fc.jsonValue())
    .map(([shape, path, part]) => swapped(shape, path, part as JsonValue)),
);

function swapped(value: JsonValue, [step, ...rest]: readonly number[], part: JsonValue): JsonValue {
  if (step === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return part;
  const names = Object.keys(value);
  const name = names[step % names.length] ?? 'x';
  return { ...value, [name]: swapped(value[name] ?? null, rest, part) };
}

describe('whatever is delivered', () => {
  it.each(WEBHOOK_TYPES)('%s makes a todo of it that a list can show', (type) => {
    fc.assert(
      fc.property(anyPayload, fc.constantFrom(...EVENTS), (value, event) => {
        const headers = new Headers({ 'x-github-event': event, 'x-gitea-event': event });
        const found = { webhookId: '0197c0de-0000-7000-8000-000000000000', type };
        const { title, kind = 'none' } = newTodoOf(found, SOURCES[type], headers, { text: '', value });
        expect(isVisible(title)).toBe(true);
        expect(title.length).toBeLessThanOrEqual(200);
        expect(kind.length).toBeLessThanOrEqual(100);
        expect(`${title}${kind}`).not.toMatch(/\p{Cc}/u);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['github', 'gitea', 'stripe', 'slack', 'standard'] as const)(
    'and signed as %s signs it, is taken or refused by name, and never a failure of ours',
    async (type) => {
      const hook = await aWebhook(bench, type);
      await fc.assert(
        fc.asyncProperty(anyPayload, fc.constantFrom(...EVENTS), async (value, event) => {
          const body = JSON.stringify(value);
          const headers = SIGNERS[type]({ secret: hook.secret, body, event });
          expect([200, 202, 400]).toContain((await send(bench, hook.token, { headers, body })).status);
        }),
        { numRuns: 40 },
      );
    },
  );

  it('headers that are no signature are a 401', async () => {
    for (const type of ['github', 'gitea', 'stripe', 'slack', 'standard'] as const) {
      const hook = await aWebhook(bench, type);
      const names = Object.keys(SIGNERS[type]({ secret: hook.secret, body: '{}' }));
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.stringMatching(/^[\x20-\x7e]{0,80}$/), { minLength: names.length }),
          async (values) => {
            const headers = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
            expect((await send(bench, hook.token, { headers, body: '{}' })).status).toBe(401);
          },
        ),
        { numRuns: 25 },
      );
    }
  });
});
