import { describe, expect, it } from 'vitest';
import { slack } from '@/lib/ingest/sources/slack';
import type { RawDelivery } from '@/lib/ingest/sources/source';
import { stripe } from '@/lib/ingest/sources/stripe';
import { SIGNERS } from './signers';

const raw = (headers: Record<string, string>, body: string, seconds: number): RawDelivery => ({
  headers: new Headers(headers),
  body: Buffer.from(body),
  receivedAt: seconds * 1_000,
});

describe('signatures that the sources themselves have published or made', () => {
  it("Slack's example verifies at its time", async () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    const headers = {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    };
    const secret = '8f742231b10e8888abcd99yyyzzz85a5';
    expect(await slack.verify?.(raw(headers, body, 1_531_420_618), secret)).toBe('good');
    expect(await slack.verify?.(raw(headers, body, 1_531_420_919), secret)).toBe('stale');
    expect(await slack.verify?.(raw(headers, `${body}&`, 1_531_420_618), secret)).toBe('bad');
    const otherVersion = { ...headers, 'x-slack-signature': headers['x-slack-signature'].replace('v0', 'v1') };
    expect(await slack.verify?.(raw(otherVersion, body, 1_531_420_618), secret)).toBe('bad');
  });

  it("what Stripe's library signs verifies at its time, beside other signatures too", async () => {
    const body = '{"id":"evt_1","type":"charge.succeeded"}';
    const signature = '4ee5e8d695c9619e003fd480d3d51700d924e29697337d379a6ef6e06e703ab4';
    for (const header of [
      `t=1492774577,v1=${signature}`,
      `t=1492774577,v1=${'0'.repeat(64)},v1=${signature},v0=abc`,
      `t=1492774577, v1=${signature}`,
    ]) {
      expect(await stripe.verify?.(raw({ 'stripe-signature': header }, body, 1_492_774_600), 'whsec_test_secret')).toBe(
        'good',
      );
    }
    for (const header of [
      `v1=${signature}`,
      `t=,v1=${signature}`,
      `t=1492774577,v0=${signature}`,
      `t=1492774578,v1=${signature}`,
    ]) {
      expect(await stripe.verify?.(raw({ 'stripe-signature': header }, body, 1_492_774_600), 'whsec_test_secret')).toBe(
        'bad',
      );
    }
  });

  it('the example of Standard Webhooks is what the tests sign with', () => {
    const signed = SIGNERS.standard({
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      body: '{"test": 2432232314}',
      delivery: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: 1_614_265_330,
    });
    expect(signed['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});
