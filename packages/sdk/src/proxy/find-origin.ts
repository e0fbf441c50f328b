import { parseForwarded } from './parse-forwarded.ts';
import { createAddressMatcher, isAddressRange } from './trusted-addresses.ts';

/** The proxies that are trusted, as in Express: all, none, the nearest ones, or those with certain IP addresses. */
export type TrustProxy = boolean | number | string | readonly string[];

/** The request as the client sent it to the outermost trusted proxy. A property is undefined if no trusted proxy has forwarded it. */
export interface ForwardedOrigin {
  readonly protocol: string | undefined;
  readonly host: string | undefined;
  /** IP address of the client; undefined if the runtime does not provide IP addresses. */
  readonly address: string | undefined;
}

/** @param address IP address of the sender of the request; undefined if the runtime does not provide it */
export type FindOrigin = (
  getHeader: (name: string) => string | undefined,
  address: string | undefined,
) => ForwardedOrigin;

/** Returns the number of trusted proxies. @param addresses IP addresses of the senders of the request, the nearest sender first */
type CountTrusted = (addresses: readonly (string | undefined)[]) => number;

const HOST_PATTERN = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;
const PROTOCOL_PATTERN = /^https?$/i;

/** Returns whether a value is valid for the option `trustProxy`. */
export function isTrustProxy(value: unknown): value is TrustProxy {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0;
  return typeof value === 'boolean' || listRanges(value)?.every(isAddressRange) === true;
}

/** Returns a function that finds the origin of a request; undefined if no proxy is trusted. */
export function createOriginFinder(trust: TrustProxy): FindOrigin | undefined {
  const countTrusted = createTrust(trust);
  if (countTrusted === undefined) return undefined;
  return (getHeader, address) => {
    const forwardedHeaders = readForwardedHeaders(getHeader);
    const addresses = [address, ...forwardedHeaders.addresses.toReversed()];
    const trustedProxies = countTrusted(addresses);
    const select = (values: readonly string[], pattern: RegExp) => {
      // Each proxy appends one value, so the values before the values of the trusted proxies are from the client.
      const value = trustedProxies === 0 ? undefined : values.at(Math.max(0, values.length - trustedProxies));
      return value !== undefined && pattern.test(value) ? value : undefined;
    };
    return {
      protocol: select(forwardedHeaders.protocols, PROTOCOL_PATTERN)?.toLowerCase(),
      host: select(forwardedHeaders.hosts, HOST_PATTERN),
      address: addresses[Math.min(trustedProxies, addresses.length - 1)],
    };
  };
}

function createTrust(trust: TrustProxy): CountTrusted | undefined {
  if (trust === false || trust === 0) return undefined;
  if (trust === true) return () => Number.POSITIVE_INFINITY;
  if (typeof trust === 'number') return () => trust;
  const matches = createAddressMatcher(listRanges(trust) ?? []);
  return (addresses) => {
    const client = addresses.findIndex((address) => address === undefined || !matches(address));
    return client < 0 ? addresses.length : client;
  };
}

/** Returns the IP addresses in a list, or in a text in which commas separate them as in Express; undefined for other values. */
function listRanges(value: unknown): string[] | undefined {
  const list: unknown = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list) || list.length === 0 || !list.every((each) => typeof each === 'string')) return undefined;
  return list.map((each) => each.trim());
}

interface ForwardedHeaders {
  readonly addresses: readonly string[];
  readonly protocols: readonly string[];
  readonly hosts: readonly string[];
}

/** Returns the values that proxies have appended. `Forwarded` is read only if the more usual headers are absent. */
function readForwardedHeaders(getHeader: (name: string) => string | undefined): ForwardedHeaders {
  const [addresses, protocols, hosts] = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].map(
    (name) => getHeader(name) ?? '',
  );
  if (addresses || protocols || hosts) {
    return { addresses: splitList(addresses), protocols: splitList(protocols), hosts: splitList(hosts) };
  }
  return parseForwarded(getHeader('forwarded') ?? '');
}

const splitList = (text = ''): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
