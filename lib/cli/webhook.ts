import { findWebhookOwner } from '../store/operator/find-owner';
import { createWebhook } from '../store/webhooks/create-webhook';
import type { DeliveryTarget } from '../store/webhooks/find-delivery-targets';
import { listWebhooks } from '../store/webhooks/list-webhooks';
import { rotateWebhook } from '../store/webhooks/rotate-webhook';
import { WEBHOOK_TYPES } from '../store/webhooks/webhook-type';
import type { Command, Result } from './command';
import { ownerOfEndpoint } from './endpoint';
import { orRefuse, Refused, UsageError } from './failures';
import { ownersNamed } from './find-human';
import { parseSecret } from './values';

const create: Command = {
  name: 'webhook create',
  summary: 'Makes a URL whose deliveries become todos of an endpoint, and of further ones of the same human',
  options: {
    endpoint: { value: 'ID', help: 'The endpoint they become todos of', required: true },
    queue: { value: 'QUEUE', help: 'The queue they wait in', required: true },
    type: { value: 'TYPE', help: `Who delivers: ${WEBHOOK_TYPES.join(', ')}`, required: true },
    secret: { value: 'SECRET|@FILE', help: 'The signing secret, where the source dictates it; a new one by default' },
    route: { value: 'ID', help: 'A further endpoint; may be given several times', list: true },
  },
  examples: [
    'webhook create --endpoint ID --queue reviews --type github',
    'webhook create --endpoint ID --queue alerts --type generic --route ID --route ID',
    'webhook create --endpoint ID --queue support --type slack --secret @signing-secret.txt',
  ],
  run: async ({ db, config, note }, args) => {
    const endpointId = args.required('endpoint');
    const queue = args.required('queue');
    const dictated = args.optional('secret');
    const owner = await ownerOfEndpoint(db, endpointId);
    const made = createWebhook(db, owner, {
      endpointId,
      queue,
      type: args.required('type'),
      routes: args.list('route'),
      secret: dictated === undefined ? undefined : parseSecret('secret', dictated),
      encryptionKey: config.encryptionKey,
    });
    const { webhookId, token, secret, notGranted } = await orRefuse(made, {
      not_found: 'an endpoint or route is revoked, expired, unknown, or of another human; see: endpoint list',
    });
    for (const id of notGranted)
      note(`Endpoint ${id} is not granted the queue ${queue}: its agent will not see these todos.`);
    note(secret === undefined ? 'The URL is shown this once.' : 'The URL and the secret are shown this once.');
    return { id: webhookId, url: `${config.baseUrl}/api/webhooks/${token}`, ...(secret !== undefined && { secret }) };
  },
};

const list: Command = {
  name: 'webhook list',
  summary: 'Lists webhooks, without their URLs and secrets',
  options: { human: { value: 'ID|EMAIL', help: 'Only those of one human' } },
  examples: ['webhook list', 'webhook list --human ada@example.com --json'],
  run: async ({ db }, args) => {
    const webhooks: Result[] = [];
    for (const owner of await ownersNamed(db, args.optional('human'))) {
      for (const { id, endpointId, queue, type, tokenPrefix, routes, createdAt } of await listWebhooks(db, owner)) {
        webhooks.push({
          id,
          endpoint_id: endpointId,
          queue,
          type,
          token_prefix: tokenPrefix,
          routes: routes.map(presentRoute),
          created_at: createdAt,
        });
      }
    }
    return { webhooks };
  },
};

const rotate: Command = {
  name: 'webhook rotate',
  summary: 'Gives a webhook a new secret, or a new URL; the old one goes on for 24 hours',
  positionals: ['ID'],
  options: {
    secret: { value: 'SECRET|@FILE', help: 'The new signing secret, where the source dictates it' },
  },
  flags: { url: 'Replace the token in the URL instead of the signing secret' },
  examples: [
    'webhook rotate 0197c0de-0000-7000-8000-000000000001',
    'webhook rotate 0197c0de-0000-7000-8000-000000000001 --url',
  ],
  run: async ({ db, config, note }, args) => {
    const webhookId = args.positional(0);
    const owner = await findWebhookOwner(db, webhookId);
    if (!owner) throw new Refused('not_found', `there is no webhook ${webhookId}; see: webhook list`);
    const dictated = args.optional('secret');
    if (dictated !== undefined && args.flag('url')) throw new UsageError('give --secret or --url, not both');
    const rotated = await rotateWebhook(db, owner, {
      webhookId,
      part: args.flag('url') ? 'token' : 'secret',
      secret: dictated === undefined ? undefined : parseSecret('secret', dictated),
      encryptionKey: config.encryptionKey,
    });
    note(`Shown this once. The one before it is accepted until ${rotated.previousUntil}.`);
    const fresh =
      'token' in rotated ? { url: `${config.baseUrl}/api/webhooks/${rotated.token}` } : { secret: rotated.secret };
    return { id: webhookId, ...fresh, previous_until: rotated.previousUntil };
  },
};

export const webhookCommands: readonly Command[] = [create, list, rotate];

function presentRoute(route: DeliveryTarget): Result {
  return { endpoint_id: route.endpointId, queue: route.queue };
}
