import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Time-ordered text ids, compared byte by byte so that their order is their age in every locale. */
export const timeOrderedId = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A point in time, read and written as text; only the database's clock makes one that decides anything. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

/** Text from a closed set. The set is a domain's, made in the migration: a check of the table's own is parsed anew at every write. */
export const domain = (name: 'attempt_claimer_kind' | 'attempt_outcome' | 'attempt_disposition') =>
  customType<{ data: string }>({ dataType: () => name });
