import { createServer } from 'node:http';
import { parseConfig } from '@/lib/config';
import { createDb } from '@/lib/db/connection';
import { createLog } from '@/lib/log';
import type { RingResult } from '@/lib/mcp/doorbell/ringer';
import { OUTCOMES } from '@/lib/queue/attempt';
import type { ClosedAttempt, DeadLetterCause, TodoEvent } from '@/lib/queue/events';
import { countHttpAnswers } from '@/lib/signals/http-metrics';
import { Metrics } from '@/lib/signals/metrics';
import { QueueMinutes } from '@/lib/signals/queue-minutes';
import { queueGauges } from '@/lib/store/sweeps/queue-gauges';
import { startDuties } from '@/lib/workers/duties';
import { testDatabase } from '@/tests/support/database';
import { aClaimedTodo, anEndpoint, SETTINGS } from '@/tests/support/queue';

/** The label names of a metric, each with the values it was exported with. */
export type Labels = ReadonlyMap<string, ReadonlySet<string>>;

const CAUSES: readonly DeadLetterCause[] = ['failed', 'reaped', 'revoked'];
const RINGS: readonly RingResult[] = ['rung', 'gated', 'gone', 'no_stream', 'failed'];
const PATHS = [
  '/',
  '/api/mcp',
  '/api/webhooks/x',
  '/api/auth/csrf',
  '/api/v1/todos',
  '/_next/x',
  '/metrics',
  '/healthz',
  '/readyz',
];

/** Every metric that a process exports once each thing it counts has happened, by its name in the text. */
export async function exportedMetrics(): Promise<ReadonlyMap<string, Labels>> {
  const metrics = new Metrics();
  const db = createDb((await testDatabase()).url, SETTINGS);
  const { scope } = await anEndpoint(db);
  await aClaimedTodo(db, scope, {});
  for (const event of everyEvent()) metrics.subscriber(event);
  metrics.agentCalled('claim_next', 0.01);
  for (const result of RINGS) metrics.doorbellRung(result, 1);
  metrics.hookCalled('todo.ready', 'sent');
  metrics.setGauges(await queueGauges(db), 1);
  metrics.sseClients.set(1);
  metrics.setPool(db.sql.figures);
  await answerHttp(metrics);
  await sweepOnce(db, metrics);
  await db.sql.end();
  return readText(await metrics.registry.metrics());
}

function everyEvent(): TodoEvent[] {
  const todo = { todoId: 'td_1', endpointId: 'e', queue: 'ci', ready: false };
  const close = (outcome: ClosedAttempt['outcome']): ClosedAttempt => ({
    ...{ seq: 1, outcome, disposition: 'requeued', died: outcome === 'reaped', durationSeconds: 1 },
    ...{ summary: null, artifact: null },
  });
  return [
    { ...todo, transition: 'create', source: 'api' },
    { ...todo, transition: 'deduplicate' },
    { ...todo, transition: 'claim', waitSeconds: 1 },
    ...OUTCOMES.map((outcome): TodoEvent => ({ ...todo, transition: 'failBelowCap', closed: close(outcome) })),
    ...CAUSES.map(
      (cause): TodoEvent => ({ ...todo, transition: 'failAtCap', deadLetter: { cause, attemptsTotal: 1 } }),
    ),
  ];
}

/** Answers of a real server, for the route families are told from real requests. */
async function answerHttp(metrics: Metrics): Promise<void> {
  countHttpAnswers(metrics);
  const server = createServer((request, response) => {
    response.statusCode = Number(request.headers['x-status']);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  for (const path of PATHS)
    for (const status of ['200', '404', '503'])
      await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-status': status } })).text();
  await new Promise((resolve) => server.close(resolve));
}

/** Every duty's first run. */
async function sweepOnce(db: ReturnType<typeof createDb>, metrics: Metrics): Promise<void> {
  const abort = new AbortController();
  const { config } = parseConfig({});
  const heartbeats: Parameters<typeof startDuties>[0]['heartbeats'] = new Map();
  const needs = { db, config, log: createLog('silent'), metrics, heartbeats, queueMinutes: new QueueMinutes() };
  const ended = startDuties(needs, abort.signal);
  while ([...heartbeats.values()].some(({ lastSuccessMs }) => lastSuccessMs === undefined))
    await new Promise((resolve) => setTimeout(resolve, 10));
  abort.abort();
  await ended;
}

function readText(text: string): Map<string, Map<string, Set<string>>> {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-z_][\w:]*)(?:\{(.*)\})? [^ ]+$/.exec(line) ?? [];
    if (name === undefined) continue;
    const known = found.get(name) ?? new Map<string, Set<string>>();
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
    found.set(name, known);
  }
  return found;
}
