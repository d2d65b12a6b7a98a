import type { JsonValue } from '../../queue/json';
import { textAt, valueAt } from '../read-json';

type Payload = JsonValue | undefined;

/** A line a person can read; an event that is not known here, or lacks what the line is about, gives its name. */
export function slackTitle(payload: Payload): string {
  const event = valueAt(payload, 'event');
  const type = textAt(event, 'type') ?? textAt(payload, 'type') ?? 'delivery';
  return LINES.get(type)?.(event) ?? type;
}

const LINES = new Map<string, (event: Payload) => string | undefined>([
  ['app_mention', (event) => said('Mention', event)],
  ['message', message],
  ['reaction_added', (event) => reaction('added', event)],
  ['reaction_removed', (event) => reaction('removed', event)],
  ['member_joined_channel', (event) => about(['user'], event, (user) => `${user} joined${place(event)}`)],
  ['member_left_channel', (event) => about(['user'], event, (user) => `${user} left${place(event)}`)],
  ['channel_created', (event) => about(['channel', 'name'], event, (name) => `Channel #${name} created`)],
  ['channel_rename', (event) => about(['channel', 'name'], event, (name) => `Channel renamed to #${name}`)],
  ['channel_archive', (event) => about(['channel'], event, (channel) => `Channel ${channel} archived${by(event)}`)],
  ['team_join', (event) => about(['user', 'name'], event, (name) => `${name} joined the workspace`)],
  ['file_shared', (event) => about(['file_id'], event, (file) => `File ${file} shared${by(event)}${place(event)}`)],
  ['app_home_opened', (event) => `App home opened${by(event)}`],
]);

/** An edit or a removal tells of the message in a field of its own. */
function message(event: Payload): string {
  const subtype = textAt(event, 'subtype');
  if (subtype === 'message_changed') return said('Message changed', event, valueAt(event, 'message'));
  if (subtype === 'message_deleted') return said('Message deleted', event, valueAt(event, 'previous_message'));
  return said('Message', event);
}

function said(what: string, event: Payload, words = event): string {
  const text = textAt(words, 'text');
  return `${what}${by(words)}${place(event)}${text === undefined ? '' : `: ${text}`}`;
}

function reaction(happened: string, event: Payload): string | undefined {
  return about(
    ['reaction'],
    event,
    (name) => `Reaction :${name}: ${happened}${by(event)}${place(valueAt(event, 'item'))}`,
  );
}

function about(path: readonly string[], event: Payload, line: (name: string) => string): string | undefined {
  const name = textAt(event, ...path);
  return name === undefined ? undefined : line(name);
}

function by(event: Payload): string {
  const who = textAt(event, 'user') ?? textAt(event, 'user_id') ?? textAt(event, 'username') ?? textAt(event, 'bot_id');
  return who === undefined ? '' : ` by ${who}`;
}

function place(event: Payload): string {
  const where = textAt(event, 'channel') ?? textAt(event, 'channel_id');
  return where === undefined ? '' : ` in ${where}`;
}
