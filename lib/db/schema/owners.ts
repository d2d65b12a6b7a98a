import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns';

/** People who sign in to the Board; each is a tenant. */
export const humans = pgTable('humans', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique('humans_email_unique'),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  disabledAt: instant('disabled_at'),
});

/** Accounts at identity providers, by what the provider promises never to give to another: its issuer and the subject there. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    humanId: uuid('human_id')
      .notNull()
      .references(() => humans.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSignInAt: instant('last_sign_in_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'identities_pk', columns: [table.issuer, table.subject] }),
    index('identities_human').on(table.humanId),
  ],
);

/** One row per Board sign-in; the cookie names it and every request checks it, so it can be ended from here. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    humanId: uuid('human_id')
      .notNull()
      .references(() => humans.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    /** The browser as it named itself, cut. */
    userAgent: text('user_agent'),
    /** How the human signed in: `link`, `dev`, `oidc`, `github`. */
    method: text('method'),
  },
  (table) => [index('sessions_human').on(table.humanId)],
);

/** One-time sign-in links, by the hash of their token. */
export const signInLinks = pgTable('sign_in_links', {
  tokenHash: bytes('token_hash').primaryKey(),
  humanId: uuid('human_id')
    .notNull()
    .references(() => humans.id, { onDelete: 'cascade' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  spentAt: instant('spent_at'),
});

/** What a human's programs present to the operator API, by the hash of the token. */
export const operatorTokens = pgTable(
  'operator_tokens',
  {
    id: uuid('id').primaryKey(),
    humanId: uuid('human_id')
      .notNull()
      .references(() => humans.id, { onDelete: 'cascade' }),
    tokenHash: bytes('token_hash').notNull().unique('operator_tokens_token_hash_unique'),
    tokenPrefix: text('token_prefix').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('operator_tokens_human').on(table.humanId, table.createdAt)],
);

/** Who works: the identity behind `agent:<uuid>`, shared by the endpoints vended to it. */
export const agents = pgTable(
  'agents',
  {
    id: uuid('id').primaryKey(),
    humanId: uuid('human_id')
      .notNull()
      .references(() => humans.id),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('agents_human').on(table.humanId)],
);

/** Vended credentials with their grant: the tenant key of every agent call. */
export const endpoints = pgTable(
  'endpoints',
  {
    id: uuid('id').primaryKey(),
    humanId: uuid('human_id')
      .notNull()
      .references(() => humans.id),
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id),
    name: text('name').notNull(),
    queues: text('queues').array().notNull(),
    verbs: text('verbs').array().notNull(),
    tokenHash: bytes('token_hash').notNull().unique('endpoints_token_hash_unique'),
    tokenPrefix: text('token_prefix').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    lastSeenAt: instant('last_seen_at'),
    lastClient: text('last_client'),
    /** Whether it may have live notify hooks: what a create must know at once, and what is cheap to read with the row it locks. */
    hooked: boolean('hooked').notNull().default(false),
    lastRefusedAt: instant('last_refused_at'),
    lastRefusedVerb: text('last_refused_verb'),
    lastRefusedCode: text('last_refused_code'),
  },
  (table) => [
    index('endpoints_human').on(table.humanId, table.createdAt),
    index('endpoints_expiring').on(table.expiresAt).where(sql`expires_at is not null and revoked_at is null`),
  ],
);
