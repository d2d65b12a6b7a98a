import { describe, expect, it } from 'vitest';
import { giteaTitle } from '@/lib/ingest/sources/gitea-title';
import { slackTitle } from '@/lib/ingest/sources/slack-title';
import { standard } from '@/lib/ingest/sources/standard';
import { stripeTitle } from '@/lib/ingest/sources/stripe-title';
import type { JsonValue } from '@/lib/queue/json';
import * as gitea from './fixtures/gitea';
import * as slack from './fixtures/slack';
import * as stripe from './fixtures/stripe';

const json = (value: unknown) => value as JsonValue;

describe('titles', () => {
  it.each([
    ['push', gitea.push, 'Push to develop: Carry the one (ada/engine)'],
    ['pull_request', gitea.pullRequestMerged, 'Pull request #7 merged: Count backwards (ada/engine)'],
    [
      'pull_request_approved',
      gitea.pullRequestApproved,
      'Review of pull request #7 approved: Count backwards (ada/engine)',
    ],
    ['issues', gitea.issueOpened, 'Issue #8 opened: A moth in the relay (ada/engine)'],
    ['issue_comment', gitea.issueCommented, 'Comment on issue #8 created: A moth in the relay (ada/engine)'],
    ['release', gitea.released, 'Release v1.0 published: First (ada/engine)'],
    ['repository', { action: 'created' }, 'repository created'],
  ])("of Gitea's %s", (event, payload, title) => {
    expect(giteaTitle(event, json(payload))).toBe(title);
  });

  it.each([
    [stripe.chargeSucceeded, 'Charge succeeded: 5000 JPY (jenny.rosen@example.com)'],
    [stripe.invoicePaymentFailed, 'Invoice 3C3E5E9B-0007 payment failed: 4.99 EUR (billing@example.com)'],
    [stripe.subscriptionDeleted, 'Subscription deleted: payment_failed (cus_Na6dX7aXxi11N4)'],
    [stripe.disputeCreated, 'Dispute created: 1.250 KWD, fraudulent (du_1MtJUT2eZvKYlo2CNaw2HvEv)'],
    [
      { type: 'customer.created', data: { object: { id: 'cus_1', email: 'a@example.com' } } },
      'Customer created (a@example.com)',
    ],
    [{ type: 'payout.failed' }, 'Payout failed'],
    [{ type: 'customers.odd' }, 'customers.odd'],
    [{}, 'delivery'],
    [null, 'delivery'],
  ])('of Stripe: %#', (payload, title) => {
    expect(stripeTitle(json(payload))).toBe(title);
  });

  it.each([
    [slack.message, 'Message by U2147483697 in C024BE91L: The build is red'],
    [slack.messageChanged, 'Message changed by U2147483697 in C024BE91L: The build is green'],
    [slack.reactionAdded, 'Reaction :eyes: added by U123ABC456 in C123ABC456'],
    [
      { type: 'event_callback', event: { type: 'channel_created', channel: { id: 'C1', name: 'fun' } } },
      'Channel #fun created',
    ],
    [{ type: 'event_callback', event: { type: 'reaction_added' } }, 'reaction_added'],
    [{ type: 'app_rate_limited', minute_rate_limited: 1 }, 'app_rate_limited'],
    ['text', 'delivery'],
  ])('of Slack: %#', (payload, title) => {
    expect(slackTitle(json(payload))).toBe(title);
  });

  it('of Standard Webhooks', () => {
    const title = (payload: unknown) => standard.title(new Headers(), json(payload));
    expect(title({ type: 'invoice.paid', data: { id: 1 } })).toBe('invoice.paid');
    expect(title({ data: { title: 'x' } })).toBe('Webhook delivery: x');
    expect(title(undefined)).toBe('Webhook delivery');
  });

  it('never say undefined or null', () => {
    const all = [gitea, stripe, slack].flatMap((fixtures) => Object.values(fixtures));
    const titles = all.flatMap((payload) => [
      giteaTitle('x', json(payload)),
      stripeTitle(json(payload)),
      slackTitle(json(payload)),
    ]);
    expect(titles.filter((title) => /undefined|null|\[object/.test(title))).toEqual([]);
  });
});
