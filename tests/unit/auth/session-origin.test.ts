import { describe, expect, it } from 'vitest';
import { isBoardOrigin } from '@/lib/auth/session-origin';

describe('the Origin of a form', () => {
  it.each([
    ['https://board.test', 'https://board.test'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://localhost:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://localhost:3000'],
  ])('%s is ours at %s', (origin, baseUrl) => {
    expect(isBoardOrigin(origin, baseUrl)).toBe(true);
  });

  it.each([
    [null, 'https://board.test'],
    ['null', 'https://board.test'],
    ['', 'https://board.test'],
    ['https://evil.test', 'https://board.test'],
    ['https://sub.board.test', 'https://board.test'],
    ['https://board.test.evil.test', 'https://board.test'],
    ['http://board.test', 'https://board.test'],
    ['https://board.test:8443', 'https://board.test'],
    ['https://board.test/', 'https://board.test'],
    ['https://board.test, https://evil.test', 'https://board.test'],
    ['http://localhost:3001', 'http://127.0.0.1:3000'],
    ['http://localhost:3000', 'https://board.test'],
    ['http://127.0.0.1.evil.test:3000', 'http://127.0.0.1:3000'],
  ])('%s is not ours at %s', (origin, baseUrl) => {
    expect(isBoardOrigin(origin, baseUrl)).toBe(false);
  });
});
