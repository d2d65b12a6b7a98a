import { type JsonValue, toJsonText } from '../queue/json';
import { isVisible } from '../queue/line';
import { KIND_MAX_CHARACTERS, type NewTodo } from '../queue/new-todo';
import type { DeliveryTargets } from '../store/webhooks/find-delivery-targets';
import type { Payload } from './parse-payload';
import type { Source } from './sources/source';

const TITLE_CHARACTERS = 200;
const HEADER_CHARACTERS = 300;

/** The todo that a delivery becomes at each of its targets. */
export function newTodoOf(
  found: Pick<DeliveryTargets, 'webhookId' | 'type'>,
  source: Source,
  headers: Headers,
  payload: Payload,
): Omit<NewTodo, 'queue'> {
  const kind = source.kind(headers, payload.value);
  const deliveryId = deliveryIdOf(source, headers, payload.value);
  const title = oneLine(source.title(headers, payload.value), TITLE_CHARACTERS);
  const routing = {
    source: found.type,
    event: kind ?? null,
    delivery_id: deliveryId ?? null,
    webhook_id: found.webhookId,
    headers: keptHeaders(source, headers),
  };
  return {
    operation: 'deliver',
    title: isVisible(title) ? title : 'Webhook delivery',
    source: `webhook:${found.type}`,
    kind: kind === undefined ? undefined : oneLine(kind, KIND_MAX_CHARACTERS),
    payloadText: payload.text,
    routingText: toJsonText(routing),
    idempotencyKey: deliveryId,
  };
}

/** The source's own id, else one that the sender gave; undefined is no key, so two equal events stay two todos. */
function deliveryIdOf(source: Source, headers: Headers, payload: JsonValue | undefined): string | undefined {
  const id =
    source.deliveryId(headers, payload) ?? headers.get('idempotency-key') ?? headers.get('x-delivery-id') ?? '';
  return id.trim() || undefined;
}

function keptHeaders(source: Source, headers: Headers): Record<string, string> {
  const kept = source.keptHeaders.map((name) => [name, headers.get(name)?.slice(0, HEADER_CHARACTERS)] as const);
  return Object.fromEntries(kept.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Text as one line: no control characters, single spaces, cut between characters with an ellipsis. */
export function oneLine(text: string, maxCharacters: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= maxCharacters) return line;
  const kept = line.slice(0, maxCharacters - 1);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
}
