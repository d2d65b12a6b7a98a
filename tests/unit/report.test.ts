import { describe, expect, it } from 'vitest';
import { isHttpsUrl, parseClaimant, parseReport } from '@/lib/queue/report';

const bytes = (text: string | null) => Buffer.byteLength(text ?? '');

describe('a summary', () => {
  it.each([
    [`${'a'.repeat(2047)}é`, 2047, true],
    ['é'.repeat(1024), 2048, false],
    ['😀'.repeat(513), 2048, true],
    [`${'a'.repeat(2046)}€`, 2046, true],
    ['x'.repeat(1_000_000), 2048, true],
    ['', 0, false],
  ])('is cut to 2,048 bytes on a character boundary (%#)', (given, length, truncated) => {
    const report = parseReport('fail', { summary: given });
    expect({ length: bytes(report.summary), truncated: report.summaryTruncated }).toEqual({ length, truncated });
    expect(given.startsWith(report.summary ?? '-')).toBe(true);
  });

  it('keeps what the database can store of NUL and lone surrogates', () => {
    expect(parseReport('fail', { summary: 'a\u0000b\ud800c😀' }).summary).toBe('a\ufffdb\ufffdc😀');
  });

  it('is null when absent, and the result only where the operator opted in', () => {
    expect(parseReport('fail', {}).summary).toBeNull();
    expect(parseReport('fail', {}, '{"error":"red"}').summary).toBe('{"error":"red"}');
    expect(parseReport('fail', { summary: 'mine' }, '{"error":"red"}').summary).toBe('mine');
  });
});

describe('a claimant', () => {
  it('loses its control characters and is cut to 128 bytes', () => {
    expect(parseClaimant('x\u0000\u001b[31my')).toBe('x[31my');
    expect(parseClaimant('é'.repeat(65))).toBe('é'.repeat(64));
    expect(parseClaimant('\u0007')).toBeNull();
    expect(parseClaimant(undefined)).toBeNull();
  });
});

describe('an artifact', () => {
  it.each(['mcp://cairn/Zz9', `mcp://cairn/${'a'.repeat(64)}`, 'https://ci.example/run/7?x=1#log', 'HTTPS://e.x/a'])(
    'may be %s',
    (artifact) => {
      expect(parseReport('complete', { artifact }).artifact).toBe(artifact);
    },
  );

  it.each([
    'file:///etc/passwd',
    'http://ci.example/run',
    'javascript:alert(1)',
    'https:alert(6)',
    'https://e.x/" onmouseover="alert(4)',
    'https://e.x/a\nb',
    'https:\\\\e.x',
    'https:///x',
    `mcp://cairn/${'a'.repeat(65)}`,
    'mcp://cairn/a/b',
    `https://e.x/${'a'.repeat(512)}`,
    '',
  ])('may not be %j', (artifact) => {
    expect(() => parseReport('complete', { artifact })).toThrow(
      expect.objectContaining({ code: 'invalid', argument: 'artifact' }),
    );
  });

  it('is a link only when it is an https URL as it stands', () => {
    expect(['https://e.x/a', 'https:alert(6)', 'javascript:alert(5)', 'mcp://cairn/x'].map(isHttpsUrl)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
