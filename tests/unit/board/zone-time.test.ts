import { describe, expect, it } from 'vitest';
import { when } from '@/lib/board/when';
import { fullTime, isZone, zones } from '@/lib/board/zone-time';

const AT = '2026-09-22T22:35:07.123Z';

describe('a full time', () => {
  it('is the same in UTC as a page without a zone writes it', () => {
    expect(fullTime(AT)).toBe('2026-09-22 22:35:07 UTC');
    expect(fullTime(AT)).toBe(when(AT, AT).full);
  });

  it('is of the zone, with its summer time, its half hours and its date', () => {
    expect(fullTime(AT, 'Europe/Vienna')).toBe('2026-09-23 00:35:07 Europe/Vienna');
    expect(fullTime('2026-01-05T12:00:00Z', 'Europe/Vienna')).toBe('2026-01-05 13:00:00 Europe/Vienna');
    expect(fullTime(AT, 'Asia/Kolkata')).toBe('2026-09-23 04:05:07 Asia/Kolkata');
    expect(fullTime(AT, 'America/Los_Angeles')).toBe('2026-09-22 15:35:07 America/Los_Angeles');
  });
});

describe('a zone', () => {
  it('is one that can be written in', () => {
    expect(zones()[0]).toBe('UTC');
    for (const zone of zones()) expect(isZone(zone), zone).toBe(true);
    for (const zone of ['', 'Mars/Base', '+02:00', '<script>', 'x'.repeat(5_000)])
      expect(isZone(zone), zone).toBe(false);
  });
});
