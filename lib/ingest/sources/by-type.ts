import type { WebhookType } from '../../store/webhooks/webhook-type';
import { generic } from './generic';
import { github } from './github';
import type { Source } from './source';

/** Every source there is, by the type of its webhooks. */
export const SOURCES: Record<WebhookType, Source> = { generic, github };
