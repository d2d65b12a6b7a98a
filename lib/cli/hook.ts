import { registerHook } from '../hooks/register-hook';
import { deleteNotifyHook } from '../store/notify-hooks/delete-notify-hook';
import { listNotifyHooks, type NotifyHookView } from '../store/notify-hooks/list-notify-hooks';
import { findHookOwner } from '../store/operator/find-owner';
import type { Command, Result } from './command';
import { ownerOfEndpoint } from './endpoint';
import { orRefuse, Refused } from './failures';
import { ownersNamed } from './find-human';

const create: Command = {
  name: 'hook create',
  summary: "Registers a URL that is told when an endpoint's todos become claimable or dead letters",
  options: {
    endpoint: { value: 'ID', help: 'Whose todos it is told of', required: true },
    url: { value: 'URL', help: 'What is called: https, at a public address', required: true },
    queues: { value: 'A,B', help: 'Only todos of these queues; all by default', list: true },
  },
  examples: [
    'hook create --endpoint ID --url https://runner.example/switchboard',
    'hook create --endpoint ID --url https://runner.example/switchboard --queues ci,reviews --json',
  ],
  run: async ({ db, config, note }, args) => {
    const endpointId = args.required('endpoint');
    const owner = await ownerOfEndpoint(db, endpointId);
    const request = { endpointId, url: args.required('url'), queues: args.list('queues') };
    const { id, secret, notGranted, resolves } = await orRefuse(registerHook(db, owner, request, config), {
      not_found: `endpoint ${endpointId} is revoked or has expired`,
    });
    for (const queue of notGranted) note(`The endpoint is not granted the queue ${queue}.`);
    if (!resolves) note('The name of the URL has no address yet; calls fail until it has one.');
    note('The secret is shown this once; with it the receiver verifies each call (Standard Webhooks).');
    return { id, secret };
  },
};

const list: Command = {
  name: 'hook list',
  summary: 'Lists hooks with what became of their calls, without their secrets',
  options: {
    human: { value: 'ID|EMAIL', help: 'Only those of one human' },
    endpoint: { value: 'ID', help: 'Only those of one endpoint' },
  },
  examples: ['hook list', 'hook list --endpoint ID --json'],
  run: async ({ db }, args) => {
    const endpointId = args.optional('endpoint');
    const human = args.optional('human');
    const owners =
      endpointId !== undefined && human === undefined
        ? [await ownerOfEndpoint(db, endpointId)]
        : await ownersNamed(db, human);
    const hooks: Result[] = [];
    for (const owner of owners) hooks.push(...(await listNotifyHooks(db, owner, endpointId)).map(presentHook));
    return { hooks };
  },
};

const remove: Command = {
  name: 'hook delete',
  summary: 'Ends a hook at once; calls that were still to be made are not made',
  positionals: ['ID'],
  examples: ['hook delete 0197c0de-0000-7000-8000-000000000001'],
  run: async ({ db }, args) => {
    const id = args.positional(0);
    const owner = await findHookOwner(db, id);
    if (!owner) throw new Refused('not_found', `there is no hook ${id}; see: hook list`);
    await deleteNotifyHook(db, owner, id);
    return { id, deleted: true };
  },
};

export const hookCommands: readonly Command[] = [create, list, remove];

function presentHook(hook: NotifyHookView): Result {
  return {
    id: hook.id,
    endpoint_id: hook.endpointId,
    url: hook.url,
    queues: hook.queues,
    failures: hook.failures,
    waiting: hook.waiting,
    last_sent_at: hook.lastSentAt,
    last_error: hook.lastError,
    last_error_at: hook.lastErrorAt,
    disabled_at: hook.disabledAt,
    disabled_reason: hook.disabledReason,
    created_at: hook.createdAt,
  };
}
