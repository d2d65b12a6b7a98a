import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Time-ordered text ids, compared byte by byte so that their order is their age in every locale. */
export const timeOrderedId = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A point in time, read and written as text; only the database's clock makes one that decides anything. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });
