import { describe, expect, it } from 'vitest';
import { returnPath } from '@/lib/auth/session-return';

const BASE = 'https://board.test';

describe('where a sign-in returns to', () => {
  it.each([
    ['/todos', '/todos'],
    ['/todos?state=done&queue=a%20b#top', '/todos?state=done&queue=a%20b#top'],
    ['/board?todo=td_1', '/board?todo=td_1'],
    ['https://board.test/todos/td_1', '/todos/td_1'],
    ['todos', '/todos'],
    ['https:evil.com', '/evil.com'],
  ])('is %j as %j', (given, path) => {
    expect(returnPath(given, BASE)).toBe(path);
  });

  it.each([
    '//evil.com',
    '///evil.com',
    '/\\evil.com',
    '/\\/evil.com',
    '\\\\evil.com',
    'https://evil.com',
    'http://board.test/',
    'https://board.test//evil.com',
    'https://board.test@evil.com',
    'https://user@board.test/',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\t/evil.com',
    '\n//evil.com',
    'https://[',
    '',
    undefined,
    ['/a', '/b'],
  ])('is / for %j', (given) => {
    expect(returnPath(given, BASE)).toBe('/');
  });

  it.each(['/signout', '/theme?x=1', '/api/auth/signout', '/signin?callbackUrl=/todos', '/metrics', '/zone', '/api'])(
    'is / for %j, which is no page',
    (given) => {
      expect(returnPath(given, BASE)).toBe('/');
    },
  );

  it('is a page whose name only begins like one of those', () => {
    expect(returnPath('/signins', BASE)).toBe('/signins');
  });

  it('is / for 10 KB', () => {
    expect(returnPath('a'.repeat(10_240), BASE)).toBe('/');
  });
});
