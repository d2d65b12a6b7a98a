import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OPERATIONS } from '@/lib/api/operations/all';
import { aPendingTodo } from '../../support/queue';
import { type ApiBench, anOperator, apiBench, call } from './api-bench';

const bench: ApiBench = await apiBench();
const { db } = bench;

const FIELDS = OPERATIONS.flatMap(({ body, query }) => [...Object.keys(body.shape), ...Object.keys(query.shape)]);
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('ci', '1', '-1', '\u0000', '\ud800', '0'.repeat(300)),
);
const anyField = fc.oneof(fc.constantFrom(...FIELDS), fc.constantFrom('__proto__', 'constructor', 'id'));
const anyBody = fc.dictionary(anyField, fc.oneof(anyText, fc.integer(), fc.jsonValue()), { maxKeys: 6 });
const anyQuery = fc.dictionary(anyField, anyText, { maxKeys: 2 });

it.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))(
  '%s answers whatever is sent by what its description says, and never by a failure of ours',
  async (_id, { method, path }) => {
    const { token, endpoint, endpointId } = await anOperator(db);
    const todoId = await aPendingTodo(db, endpoint.scope);
    const ids = fc.oneof(fc.constantFrom(endpointId, todoId), anyText);
    await fc.assert(
      fc.asyncProperty(ids, anyQuery, anyBody, async (id, query, body) => {
        const target = `${path.replace('{id}', encoded(id) || 'x')}?${new URLSearchParams(query)}`;
        const sent = method === 'post' ? { token, body } : { token };
        const { status } = await call(bench, method.toUpperCase(), target, sent);
        expect([200, 201, 404, 409, 422]).toContain(status);
      }),
      { numRuns: 40 },
    );
    expect(bench.logged).toEqual([]);
  },
);

/** A URL cannot name half of a surrogate pair, nor a segment that is dots alone. */
function encoded(id: string): string {
  return encodeURIComponent(id.toWellFormed()).replace(/^\.+$/, 'x');
}
