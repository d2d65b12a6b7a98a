import type { WebhookType } from '../../store/webhooks/webhook-type';
import { generic } from './generic';
import { gitea } from './gitea';
import { github } from './github';
import { slack } from './slack';
import type { Source } from './source';
import { standard } from './standard';
import { stripe } from './stripe';

/** Every source there is, by the type of its webhooks. */
export const SOURCES: Record<WebhookType, Source> = { generic, github, gitea, stripe, slack, standard };
