import { describe, expect, it } from 'vitest';
import { attemptLine, attemptsInWords, attemptTone } from '@/lib/board/attempts';
import type { Attempt } from '@/lib/queue/attempt';

const READ_AT = '2026-09-22T17:00:00Z';
const REAPED: Attempt = {
  seq: 2,
  attempt: 2,
  claimerKind: 'endpoint',
  claimant: 'harness/box/fixer/run-7',
  claimedAt: '2026-09-22T16:00:00Z',
  lastHeartbeatAt: '2026-09-22T16:01:00Z',
  endedAt: '2026-09-22T16:06:30Z',
  outcome: 'reaped',
  disposition: 'requeued',
  died: true,
  summary: null,
  summaryTruncated: false,
  artifact: null,
};

describe('an attempt as a line', () => {
  it('tells of a death with the last heartbeat and how long it ran', () => {
    expect(attemptLine(REAPED, READ_AT)).toMatchObject({
      outcome: 'reaped',
      tone: 'died',
      died: true,
      disposition: 'requeued',
      heartbeat: { full: '2026-09-22 16:01:00 UTC' },
      ran: '6 min 30 s',
      summary: undefined,
    });
  });

  it('has no end while it is open', () => {
    const open = { ...REAPED, endedAt: null, outcome: null, disposition: null, died: false };
    expect(attemptLine(open, READ_AT)).toMatchObject({
      outcome: 'open',
      tone: 'open',
      ended: undefined,
      ran: undefined,
    });
  });

  it.each([
    ['https://example.com/log', 'https://example.com/log'],
    ['HTTPS://e.x/a', 'HTTPS://e.x/a'],
    ['mcp://cairn/Zz9', undefined],
    ['javascript:alert(1)', undefined],
    ['https:alert(6)', undefined],
    ['https://e.x/" onmouseover="alert(4)', undefined],
    ['http://e.x/a', undefined],
  ])('links the artifact %s to %s', (artifact, href) => {
    expect(attemptLine({ ...REAPED, artifact }, READ_AT).artifact).toEqual({ text: artifact, href });
  });
});

describe('a row of marks', () => {
  it('tells died and failed apart', () => {
    expect([attemptTone('failed'), attemptTone('reaped'), attemptTone('lease_expired')]).toEqual([
      'failed',
      'died',
      'died',
    ]);
    expect([attemptTone('completed'), attemptTone('released'), attemptTone(null)]).toEqual(['done', 'other', 'open']);
  });

  it('says the same in words', () => {
    expect(attemptsInWords(['failed', 'lease_expired', null], 3)).toBe('3 attempts: failed, died, open');
    expect(attemptsInWords(['completed'], 1)).toBe('1 attempt: completed');
    expect(attemptsInWords(['failed', 'failed'], 9)).toBe('9 attempts, the last 2: failed, failed');
  });
});
