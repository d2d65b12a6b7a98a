import type { Db } from '../../db/connection';
import { runVerb } from '../run-verb';

/** A signing secret as it is kept, with the row that it is bound to. */
export interface SealedSecret {
  /** `webhook <id>` or `hook <id>`. */
  readonly what: string;
  readonly boundTo: string;
  readonly secret: Buffer;
}

/** The signing secrets of every webhook and hook of an endpoint that is not revoked, still encrypted, for an operator who checks the key. */
export async function sealedSecrets(db: Db): Promise<SealedSecret[]> {
  return await runVerb(
    db,
    'sealed_secrets',
    undefined,
    () => db.sql<SealedSecret[]>`
      select 'webhook ' || w.id as what, w.id::text as "boundTo", w.secret_encrypted as secret
      from webhooks w
      join endpoints e on e.id = w.endpoint_id
      where w.secret_encrypted is not null
        and e.revoked_at is null
      union all
      select 'hook ' || h.id, h.id::text, h.secret_encrypted
      from notify_hooks h
      join endpoints e on e.id = h.endpoint_id
      where h.disabled_at is null
        and e.revoked_at is null
      order by 1`,
  );
}
