import { textAt } from '../read-json';
import type { Source } from './source';

const TITLE_FIELDS = ['title', 'subject', 'summary', 'message', 'text', 'name', 'event', 'type'];
const KIND_FIELDS = ['event', 'event_type', 'type'];
const KIND = /^[\w.:/-]{1,100}$/;

/** Any sender that can POST JSON. It trusts its unguessable URL, and the sender may name the delivery by a header. */
export const generic: Source = {
  keptHeaders: ['content-type', 'user-agent'],
  deliveryId: () => undefined,
  kind: (_headers, payload) =>
    KIND_FIELDS.map((field) => textAt(payload, field)).find((text) => text !== undefined && KIND.test(text)),
  title: (_headers, payload) =>
    TITLE_FIELDS.map((field) => textAt(payload, field)).find((text) => text !== undefined) ?? 'Webhook delivery',
};
