import { invalid } from './errors';

/** Where a list goes on: the last todo or endpoint of the page before, newest first. */
export interface Cursor {
  readonly createdAt: string;
  readonly id: string;
}

const SHAPE = /^((?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z) ((?:td_)?[0-9a-f-]{36})$/;

const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** An opaque text for a position in a list. */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(`${cursor.createdAt} ${cursor.id}`).toString('base64url');
}

/** @throws QueueError `invalid` naming `cursor` for anything that {@link encodeCursor} did not make */
export function decodeCursor(operation: string, text: string): Cursor {
  const match = BASE64URL.test(text) ? SHAPE.exec(Buffer.from(text, 'base64url').toString()) : null;
  const [, createdAt, id] = match ?? [];
  if (createdAt === undefined || id === undefined || !isInstant(createdAt)) {
    throw invalid(operation, 'cursor', 'must be the next_cursor of an earlier answer');
  }
  return { createdAt, id };
}

/** JavaScript reads 31 February as 3 March; PostgreSQL refuses it. */
function isInstant(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19);
}
