import type { JsonValue } from '../../queue/json';
import { textAt, valueAt } from '../read-json';

type Payload = JsonValue | undefined;

/** What the first part of an event's name is about; a longer one counts before a shorter one. */
const NOUNS = new Map([
  ['charge.dispute', 'Dispute'],
  ['charge.refund', 'Refund'],
  ['charge', 'Charge'],
  ['checkout.session', 'Checkout session'],
  ['customer.subscription', 'Subscription'],
  ['customer', 'Customer'],
  ['invoice', 'Invoice'],
  ['payment_intent', 'Payment'],
  ['payout', 'Payout'],
  ['refund', 'Refund'],
  ['review', 'Review'],
]);

const AMOUNT_FIELDS = ['amount_due', 'amount_total', 'amount'];
const WHO_FIELDS = [
  ['customer_email'],
  ['billing_details', 'email'],
  ['customer_details', 'email'],
  ['receipt_email'],
  ['email'],
  ['customer'],
];
const WHY_FIELDS = [
  ['failure_message'],
  ['last_payment_error', 'message'],
  ['reason'],
  ['cancellation_details', 'reason'],
];

/** `Charge failed: 20.00 USD, Your card was declined. (ada@example.com)`; an event that is not known here gives its name. */
export function stripeTitle(payload: Payload): string {
  const event = textAt(payload, 'type') ?? 'delivery';
  const subject = [...NOUNS.keys()].find((name) => event.startsWith(`${name}.`));
  if (subject === undefined) return event;
  const object = valueAt(payload, 'data', 'object');
  const happened = event.slice(subject.length + 1).replaceAll(/[._]/g, ' ');
  const what = [NOUNS.get(subject), textAt(object, 'number'), happened].filter(Boolean).join(' ');
  const details = [amountOf(object), firstOf(object, WHY_FIELDS)].filter(Boolean).join(', ');
  const who = firstOf(object, WHO_FIELDS) ?? textAt(object, 'id');
  return `${what}${details && `: ${details}`}${who === undefined ? '' : ` (${who})`}`;
}

function firstOf(object: Payload, paths: readonly (readonly string[])[]): string | undefined {
  return paths.map((path) => textAt(object, ...path)).find((text) => text !== undefined);
}

/** Currencies whose smallest unit is not a hundredth. Source: https://docs.stripe.com/currencies#zero-decimal */
const DECIMALS = new Map(
  Object.entries({
    0: 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf',
    3: 'bhd jod kwd omr tnd',
  }).flatMap(([decimals, currencies]) =>
    currencies.split(' ').map((currency) => [currency, Number(decimals)] as const),
  ),
);

function amountOf(object: Payload): string | undefined {
  const currency = textAt(object, 'currency');
  const amount = AMOUNT_FIELDS.map((field) => valueAt(object, field)).find((value) => typeof value === 'number');
  if (currency === undefined || typeof amount !== 'number') return undefined;
  const decimals = DECIMALS.get(currency.toLowerCase()) ?? 2;
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency.toUpperCase()}`;
}
