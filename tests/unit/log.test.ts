import { expect, it, vi } from 'vitest';
import { createLog, errorFields } from '@/lib/log';

const refused = (code: string) => errorFields(Object.assign(new Error('not told'), { code }));

function aLog() {
  const lines: Record<string, unknown>[] = [];
  return { log: createLog('info', { write: (line) => lines.push(JSON.parse(line)) }), lines };
}

it('an outage is told once a minute and kind, with how often it came meanwhile', () => {
  const { log, lines } = aLog();
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  try {
    for (let n = 0; n < 100; n += 1) {
      log.warn({ event: 'mcp_refused', ...refused('ECONNREFUSED') });
      log.warn({ event: 'mcp_refused', ...refused('unavailable') });
      log.error({ event: 'sweep_failed', duty: n % 2 ? 'reaper' : 'retry', ...refused('25006') });
    }
    expect(lines.map(({ event, duty }) => [event, duty])).toEqual([
      ['mcp_refused', undefined],
      ['mcp_refused', undefined],
      ['sweep_failed', 'retry'],
      ['sweep_failed', 'reaper'],
    ]);
    now.mockReturnValue(60_001);
    log.warn({ event: 'mcp_refused', ...refused('ECONNREFUSED') });
    expect(lines.at(-1)).toMatchObject({ event: 'mcp_refused', repeated: 99 });
  } finally {
    now.mockRestore();
  }
});

it('every other line is written, each time', () => {
  const { log, lines } = aLog();
  for (let n = 0; n < 3; n += 1) {
    log.error({ event: 'sweep_row_failed', todo_id: `td_${n}`, ...refused('23514') });
    log.info({ event: 'ready' });
  }
  expect(lines).toHaveLength(6);
});
