import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A receiver that is not called, with the reason in one sentence. */
export class Unreachable extends Error {}

/** A receiver whose name has no address now, and may have one later. */
export class Unresolved extends Unreachable {}

/** Asks a name for its addresses: the part of a DNS resolver that is used here. */
export interface Names {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
}

/** What the addresses of a receiver are judged by. */
export interface Reach {
  readonly names: Names;
  /** Ranges that may be called although they are not public; the only ones that may be called without TLS. */
  readonly allowedRanges: readonly string[];
}

/**
 * The addresses at which a receiver may be called now. Each address of its name is judged, and only what is returned here may be
 * connected to: the name is not asked a second time, so an answer that changes cannot lead a call elsewhere.
 * @throws Unreachable when the URL is neither https nor of an allowed range, when its name has no address, or a private one
 */
export async function addressesOf(url: URL, reach: Reach): Promise<string[]> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Unreachable('the URL must begin with https://');
  if (url.protocol === 'http:' && reach.allowedRanges.length === 0) throw new Unreachable(HTTPS_ONLY);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await resolve(host, reach.names);
  for (const address of addresses) judge(address, url.protocol, reach.allowedRanges);
  return addresses;
}

const HTTPS_ONLY =
  'the URL must begin with https://; http is for addresses in SWITCHBOARD_NOTIFY_HOOK_ALLOW_CIDRS alone';

function judge(text: string, protocol: string, allowedRanges: readonly string[]): void {
  const address = ipaddr.process(text);
  const allowed = allowedRanges.some((range) => isWithin(address, ipaddr.parseCIDR(range)));
  if (allowed) return;
  if (!isPublic(address))
    throw new Unreachable(
      `it leads to an address that is not public (${address.range()}) and that SWITCHBOARD_NOTIFY_HOOK_ALLOW_CIDRS does not allow`,
    );
  if (protocol !== 'https:') throw new Unreachable(HTTPS_ONLY);
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** A cloud's own service behind an address that looks public. */
const METADATA = ipaddr.IPv4.parse('168.63.129.16').toString();

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || address.toString() === METADATA) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

function isWithin(address: Address, [base, bits]: [Address, number]): boolean {
  return address.kind() === base.kind() && address.match(base as ipaddr.IPv4 & ipaddr.IPv6, bits);
}

/** DNS first: it holds no thread while a slow name server is waited for. Names of this machine alone are looked up one at a time. */
async function resolve(host: string, names: Names): Promise<string[]> {
  if (/(^|\.)localhost\.?$/i.test(host)) return ['127.0.0.1'];
  const answers = await Promise.allSettled([names.resolve4(host), names.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const found = addresses.length > 0 ? addresses : await lookUpLocally(host);
  if (found.length === 0) throw new Unresolved(`the name ${host} has no address`);
  return found;
}

let lastLookup: Promise<unknown> = Promise.resolve();

function lookUpLocally(host: string): Promise<string[]> {
  const found = lastLookup
    .then(() => lookup(host, { all: true }))
    .then(
      (entries) => entries.map((entry) => entry.address),
      () => [],
    );
  lastLookup = found;
  return found;
}
