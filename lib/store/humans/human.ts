import { invalid } from '../../queue/errors';

/** A person who signs in to the Board. Times are RFC 3339 UTC; `disabledAt` is null while the human may sign in. */
export interface Human {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: string;
  readonly disabledAt: string | null;
}

export interface HumanRow {
  id: string;
  email: string;
  name: string;
  created_at: string;
  disabled_at: string | null;
}

export function toHuman(row: HumanRow): Human {
  return { id: row.id, email: row.email, name: row.name, createdAt: row.created_at, disabledAt: row.disabled_at };
}

const EMAIL_MAX_CHARACTERS = 254;
const NAME_MAX_CHARACTERS = 200;

/**
 * An email as it is stored: trimmed and in lower case, so that one address is one human.
 * @throws QueueError `invalid` naming `email`
 */
export function parseEmail(operation: string, email: string): string {
  const clean = email.trim().toLowerCase();
  const fits = clean.length <= EMAIL_MAX_CHARACTERS && /^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(clean);
  if (!fits) throw invalid(operation, 'email', 'must be an email address such as ada@example.com');
  return clean;
}

/**
 * A name as it is stored: trimmed, without control characters; the part of the email before the @ when none is given.
 * @throws QueueError `invalid` naming `name`
 */
export function parseHumanName(operation: string, name: string | undefined, email: string): string {
  const clean = (name ?? '').replace(/\p{C}/gu, '').trim() || email.slice(0, email.indexOf('@'));
  if (clean.length > NAME_MAX_CHARACTERS)
    throw invalid(operation, 'name', `must be at most ${NAME_MAX_CHARACTERS} characters`);
  return clean;
}
