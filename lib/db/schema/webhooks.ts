import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns';
import { endpoints } from './owners';

/** Ingest URLs: where deliveries come in, and the first endpoint they become todos of. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => endpoints.id),
    queue: text('queue').notNull(),
    type: text('type').notNull(),
    tokenHash: bytes('token_hash').notNull().unique('webhooks_token_hash_unique'),
    tokenPrefix: text('token_prefix').notNull(),
    secretEncrypted: bytes('secret_encrypted'),
    previousTokenHash: bytes('previous_token_hash').unique('webhooks_previous_token_hash_unique'),
    previousTokenUntil: instant('previous_token_until'),
    previousSecretEncrypted: bytes('previous_secret_encrypted'),
    previousSecretUntil: instant('previous_secret_until'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('webhooks_type_known', sql`type in ('generic', 'github', 'gitea', 'stripe', 'slack', 'standard')`),
    index('webhooks_endpoint').on(table.endpointId),
  ],
);

/** Further endpoints of the same human that a webhook's deliveries also become todos of. */
export const webhookRoutes = pgTable(
  'webhook_routes',
  {
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => endpoints.id),
    queue: text('queue').notNull(),
  },
  (table) => [primaryKey({ name: 'webhook_routes_pk', columns: [table.webhookId, table.endpointId] })],
);

/** What became of the latest deliveries of a webhook: never a payload, a header or a token. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    receivedAt: instant('received_at').notNull().defaultNow(),
    verdict: text('verdict').notNull(),
    status: integer('status').notNull(),
    reason: text('reason'),
    deliveryId: text('delivery_id'),
    event: text('event'),
    todoIds: text('todo_ids').array().notNull(),
    created: integer('created').notNull(),
  },
  (table) => [
    check('webhook_deliveries_verdict_known', sql`verdict in ('accepted', 'duplicate', 'answered', 'refused')`),
    index('webhook_deliveries_webhook').on(table.webhookId, table.receivedAt, table.id),
  ],
);
