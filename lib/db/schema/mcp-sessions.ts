import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { endpoints } from './owners';

/** MCP sessions as rows, so that any instance can serve any call of one. No queue state hangs on them. */
export const mcpSessions = pgTable(
  'mcp_sessions',
  {
    id: text('id').primaryKey(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => endpoints.id, { onDelete: 'cascade' }),
    protocolVersion: text('protocol_version').notNull(),
    clientName: text('client_name'),
    clientVersion: text('client_version'),
    /** The queues whose resource the client asked to be told about. */
    subscribedQueues: text('subscribed_queues').array().notNull().default(sql`'{}'::text[]`),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
  },
  (table) => [
    index('mcp_sessions_endpoint').on(table.endpointId, table.lastSeenAt),
    index('mcp_sessions_subscribed').on(table.endpointId).where(sql`subscribed_queues <> '{}'`),
  ],
);
