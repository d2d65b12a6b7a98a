import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isLoopback } from './http/listening';

// The kinds of values that a setting may have: how each is read out of text, and what is wrong with one that cannot be.

export const whole = (low: number, high: number, fallback: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, `must be a whole number from ${low} to ${high}`)
    .transform(Number)
    .refine((value) => value >= low && value <= high, `must be a whole number from ${low} to ${high}`)
    .default(fallback);

const TRUE_WORDS = ['1', 'true'];
const FALSE_WORDS = ['0', 'false'];
export const flag = z
  .string()
  .trim()
  .toLowerCase()
  .refine((word) => [...TRUE_WORDS, ...FALSE_WORDS].includes(word), 'must be 1 or true, 0 or false')
  .transform((word) => TRUE_WORDS.includes(word))
  .default(false);

export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// URL')
  .refine(isReadableUrl, 'is not a valid URL: percent-encode special characters in user name and password');

export const origin = z
  .string()
  .trim()
  .refine(isHttpOrigin, 'must be an http(s) origin without a path, such as https://board.example')
  .transform((value) => new URL(value).origin);

export const oidcIssuer = z
  .string()
  .trim()
  .refine(
    isIssuer,
    'must be the issuer as an https URL (http only on a loopback address), such as https://id.example/realm',
  );

export const clientValue = z.string().trim().min(1, 'must not be blank');

export const ranges = z
  .string()
  .default('')
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.string().refine(ipaddr.isValidCIDR, 'must be ranges such as 10.1.0.0/16 or fd00::/8')));

export const encryptionKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64')
  .transform((value) => Buffer.from(value, 'base64'));

function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe && url.search === '' && url.hash === '' && url.username === '';
}

function isReadableUrl(text: string): boolean {
  try {
    const { username, password, hostname } = new URL(text);
    return [username, password, hostname].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}

function isHttpOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  const bare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return bare && (url.protocol === 'http:' || url.protocol === 'https:');
}
