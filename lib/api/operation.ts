import type { z } from 'zod';
import type { PoolDb } from '../db/connection';
import type { HookSettings } from '../hooks/register-hook';
import type { OwnerScope } from '../queue/scope';

/** What an operation may use besides what was sent. */
export interface ApiContext {
  readonly db: PoolDb;
  /** The human whom the token acts for. */
  readonly scope: OwnerScope;
  /** The public origin, from which URLs are made. */
  readonly baseUrl: string;
  /** What registering a hook takes of the configuration. */
  readonly hooks: HookSettings;
}

/** One operation with what OpenAPI tells of it. Schemas are strict: an unknown field is refused and never dropped. */
interface OperationSpec<Params extends z.ZodRawShape, Query extends z.ZodRawShape, Body extends z.ZodRawShape> {
  readonly method: 'get' | 'post' | 'delete';
  /** Below `/api/v1`; each `{name}` is a parameter. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: 'endpoints' | 'hooks' | 'todos';
  readonly summary: string;
  readonly description: string;
  readonly params: z.ZodObject<Params>;
  readonly query: z.ZodObject<Query>;
  /** Read by POST alone; a body that is left out counts as `{}`. */
  readonly body: z.ZodObject<Body>;
  /** What each success looks like, by its status. */
  readonly answers: Readonly<Record<number, { readonly description: string; readonly schema: z.ZodType }>>;
  /** What is said when the verb refuses with this code. */
  readonly refusals: { readonly not_found?: string; readonly conflict?: string };
}

/** An operation that takes what its schemas let through. */
export interface Operation extends OperationSpec<z.ZodRawShape, z.ZodRawShape, z.ZodRawShape> {
  run(context: ApiContext, given: Given<object, object, object>): Promise<Served>;
}

/** What was sent, parsed. */
interface Given<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The fields of the body as they were written, every digit of their numbers kept. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A success: its status and the JSON of its body. */
export interface Served {
  readonly status: number;
  readonly body: unknown;
}

/** An operation out of its schemas and the verb it calls. */
export function defineOperation<Params extends z.ZodRawShape, Query extends z.ZodRawShape, Body extends z.ZodRawShape>(
  spec: OperationSpec<Params, Query, Body> & {
    run(
      context: ApiContext,
      given: Given<z.output<z.ZodObject<Params>>, z.output<z.ZodObject<Query>>, z.output<z.ZodObject<Body>>>,
    ): Promise<Served>;
  },
): Operation {
  return spec as unknown as Operation;
}
