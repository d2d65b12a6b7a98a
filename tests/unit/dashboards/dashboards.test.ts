import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { projectRoot } from '@/tests/support/project';
import { exportedMetrics, type Labels } from './exported';
import { readPromql, type Selector } from './promql';

/** One expression of a file, and what it is shown or told with. */
interface Used {
  readonly where: string;
  readonly expr: string;
  readonly texts: readonly string[];
}

const alertFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string().min(1),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Switchboard[A-Z]\w+$/),
          expr: z.string().min(1),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string().min(1), description: z.string().min(1) }),
        }),
      ),
    }),
  ),
});

const dashboardFile = z.object({
  uid: z.string(),
  templating: z.object({ list: z.array(z.object({ name: z.string() })) }),
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string().min(1),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).optional(),
    }),
  ),
});

const read = (file: string) => readFileSync(join(projectRoot, 'docs', file), 'utf8');
const alerts = alertFile.parse(parseYaml(read('prometheus/alerts.yml'))).groups.flatMap(({ rules }) => rules);
const dashboard = dashboardFile.parse(JSON.parse(read('grafana/switchboard.json')));

const used: Used[] = [
  ...alerts.map(({ alert, expr, annotations }) => ({ where: alert, expr, texts: Object.values(annotations) })),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ where: title, expr, texts: [legendFormat] })),
  ),
];

/** What Prometheus itself adds to everything that it scrapes. */
const SCRAPED = ['instance', 'job'];

let exported: ReadonlyMap<string, Labels>;
beforeAll(async () => {
  exported = await exportedMetrics();
}, 60_000);

describe('dashboard and alerts', () => {
  it.each(used)('are well-formed and name what is exported: $where: $expr', ({ expr, texts }) => {
    const { isWellFormed, selectors, groupings } = readPromql(expr);
    expect(isWellFormed, 'PromQL').toBe(true);
    expect(selectors.length).toBeGreaterThan(0);
    expect(selectors.flatMap(faultsOf)).toEqual([]);
    const known = new Set([
      ...selectors.flatMap(({ metric }) => [...(exported.get(metric)?.keys() ?? [])]),
      ...SCRAPED,
    ]);
    expect(groupings.filter((label) => !known.has(label))).toEqual([]);
    const told = texts.flatMap((text) =>
      [...text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label]) => label),
    );
    const shown = groupings.length > 0 ? groupings : [...known];
    expect(told.filter((label) => !shown.includes(label ?? ''))).toEqual([]);
  });

  it('show every metric of ours', () => {
    const shown = new Set(used.flatMap(({ expr }) => readPromql(expr).selectors.map(({ metric }) => familyOf(metric))));
    const own = new Set([...exported.keys()].filter((name) => name.startsWith('switchboard_')).map(familyOf));
    expect([...own].filter((name) => !shown.has(name))).toEqual([]);
  });

  it('have names, places and variables of their own', () => {
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const variables = new Set(dashboard.templating.list.map(({ name }) => name));
    const asked = [...read('grafana/switchboard.json').matchAll(/\$\{?(\w+)\}?/g)].map(([, name]) => name ?? '');
    expect(asked.filter((name) => !variables.has(name) && !name.startsWith('__'))).toEqual([]);
    for (const { title, gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
  });

  it('would notice a wrong name, label or value', () => {
    const faults = (expr: string) => readPromql(expr).selectors.flatMap(faultsOf).length;
    expect(faults('switchboard_todos_claimed_total{queue="ci"}')).toBe(1);
    expect(faults('switchboard_todo_attempts_closed_total{outcome="failed"}')).toBe(0);
    expect(faults('switchboard_todo_attempts_closed_total{outcome="failled"}')).toBe(1);
    expect(faults('switchboard_todo_attempts_closed_total{outcome=~"lease_expired|reeped"}')).toBe(1);
    expect(faults('switchboard_todo_attempts_closed_total{result="failed"}')).toBe(1);
    expect(faults('switchboard_todo_attempts_total')).toBe(1);
    expect(readPromql('sum by (queue (up)').isWellFormed).toBe(false);
  });
});

/** Labels whose values are of somebody's choosing: no expression may count on one. */
const OPEN_LABELS: ReadonlySet<string> = new Set(['queue', 'source']);

function faultsOf({ metric, matchers }: Selector): string[] {
  const labels = exported.get(metric);
  if (!labels) return [`${metric} is not exported`];
  return matchers.flatMap(({ label, operator, value }) => {
    const values = labels.get(label);
    if (!values) return [`${metric} has no label ${label}`];
    if (value.startsWith('$')) return [];
    if (OPEN_LABELS.has(label)) return [`${label} is named for somebody’s queue or source`];
    const wanted = operator.includes('~') ? value.split('|') : [value];
    const isThere = (one: string) => [...values].some((known) => new RegExp(`^(?:${one})$`).test(known));
    return wanted.filter((one) => !isThere(one)).map((one) => `${metric} never has ${label}="${one}"`);
  });
}

function familyOf(metric: string): string {
  return metric.replace(/_(?:bucket|sum|count)$/, '');
}
