import { openSecret } from '../store/sealed-secret';
import type { DeliveryTargets } from '../store/webhooks/find-delivery-targets';
import type { Intake } from './deliver';
import { Refusal } from './refusal';
import type { RawDelivery, SignatureVerdict, Source } from './sources/source';

/**
 * Lets a delivery pass that bears its source's signature, made with the current secret or one that was rotated out of late.
 * @throws Refusal `unauthorized` when it does not; `unavailable` when the secrets cannot be decrypted
 */
export async function assertSigned(
  intake: Intake,
  found: DeliveryTargets,
  source: Source,
  raw: RawDelivery,
): Promise<void> {
  const { verify } = source;
  if (verify === undefined) return;
  const verdicts: SignatureVerdict[] = [];
  for (const secret of openSecrets(intake, found)) {
    const verdict = await verify(raw, secret);
    if (verdict === 'good') return;
    verdicts.push(verdict);
  }
  intake.log.warn({ event: 'signature_refused', webhook_id: found.webhookId, type: found.type });
  throw verdicts.includes('stale')
    ? new Refusal('unauthorized', "the signature's timestamp is more than 300 seconds from now")
    : new Refusal('unauthorized', 'the signature is missing or does not match the body');
}

/** One secret that cannot be read does not stand in the way of the other. */
function openSecrets(intake: Intake, found: DeliveryTargets): string[] {
  const { encryptionKey } = intake;
  const opened = found.sealedSecrets
    .map((sealed) => encryptionKey && openSecret(encryptionKey, found.webhookId, sealed))
    .filter((secret) => secret !== undefined);
  if (opened.length > 0) return opened;
  intake.log.error({
    event: 'signing_secret_unreadable',
    webhook_id: found.webhookId,
    message: 'a signing secret cannot be decrypted: is SWITCHBOARD_ENCRYPTION_KEY the one it was sealed with?',
  });
  throw new Refusal('unavailable', 'the signature cannot be checked at the moment');
}
