import { expect, it } from 'vitest';
import { createOriginFinder, isTrustProxy, type TrustProxy } from './find-origin.ts';

const CLIENT = '203.0.113.9';
const HEADERS = {
  'x-forwarded-for': `198.51.100.7, ${CLIENT}, 10.0.0.2`,
  'x-forwarded-proto': 'http, https, http',
  'x-forwarded-host': 'evil.example, api.example.com, inner.example:8080',
};
const FORWARDED = {
  forwarded: `for=198.51.100.7;proto=http;host=evil.example, for="${CLIENT}:443";Proto=https;host="api.example.com", for=10.0.0.2;proto=http;host="inner.example:8080"`,
};
const PEER = '10.0.0.1';

type Expected = readonly [protocol: string | undefined, host: string | undefined, address: string | undefined];
const NEAREST: Expected = ['http', 'inner.example:8080', '10.0.0.2'];
const OUTER: Expected = ['https', 'api.example.com', CLIENT];
const FIRST: Expected = ['http', 'evil.example', '198.51.100.7'];

/** Each client sends three values in each header: the first value is from the client itself, and the other two are from proxies. */
const CASES: readonly (readonly [trust: TrustProxy, expected: Expected])[] = [
  [1, NEAREST],
  [2, OUTER],
  [3, FIRST],
  [99, FIRST],
  [true, FIRST],
  ['10.0.0.1', NEAREST],
  ['10.0.0.0/8', OUTER],
  ['uniquelocal', OUTER],
  ['loopback, uniquelocal', OUTER],
  [['10.0.0.1', '10.0.0.2'], OUTER],
  [['192.0.2.1'], [undefined, undefined, PEER]],
  [['10.0.0.2'], [undefined, undefined, PEER]],
];

function find(trust: TrustProxy, headers: Readonly<Record<string, string>>, address: string | undefined = PEER) {
  const origin = createOriginFinder(trust)?.((name) => headers[name], address);
  return origin && [origin.protocol, origin.host, origin.address];
}

it.each(CASES)(
  'with trustProxy %j, the header values of trusted proxies are used, and the values of the client are ignored',
  (trust, expected) => {
    expect(find(trust, HEADERS)).toEqual(expected);
    expect(find(trust, FORWARDED)).toEqual(expected);
  },
);

it.each([false, 0] as const)('with trustProxy %j, no proxy header is used', (trust) => {
  expect(createOriginFinder(trust)).toBeUndefined();
});

it.each([
  [{}, [undefined, undefined, PEER]],
  [{ 'x-forwarded-proto': 'https' }, ['https', undefined, PEER]],
  [{ 'x-forwarded-proto': 'HTTPS' }, ['https', undefined, PEER]],
  [{ 'x-forwarded-proto': 'javascript' }, [undefined, undefined, PEER]],
  [{ 'x-forwarded-host': 'api.example.com' }, [undefined, 'api.example.com', PEER]],
  [{ 'x-forwarded-host': '[2001:db8::1]:8443' }, [undefined, '[2001:db8::1]:8443', PEER]],
  [{ 'x-forwarded-host': 'a@b/../?#' }, [undefined, undefined, PEER]],
  [{ 'x-forwarded-for': ` ${CLIENT} ` }, [undefined, undefined, CLIENT]],
  [{ forwarded: 'for="[2001:db8::9]:1";host="a,b;c";proto=https' }, ['https', undefined, '2001:db8::9']],
  [{ forwarded: 'for=unknown' }, [undefined, undefined, 'unknown']],
  [{ forwarded: '"' }, [undefined, undefined, PEER]],
  // A proxy that adds the usual headers may pass on this header from the client.
  [{ 'x-forwarded-proto': 'https', forwarded: 'host=evil.example;for=1.2.3.4' }, ['https', undefined, PEER]],
] as const)('the headers %j of one trusted proxy are used', (headers, expected) => {
  expect(find(1, headers)).toEqual(expected);
});

it('IPv4-mapped IPv6 addresses match ranges of IPv4', () => {
  expect(find('10.0.0.0/8', HEADERS, '::ffff:10.0.0.1')).toEqual(OUTER);
  expect(find('fc00::/7', HEADERS, 'fd00::1')?.[2]).toBe('10.0.0.2');
  expect(find('loopback', HEADERS, '::1')?.[2]).toBe('10.0.0.2');
});

it('if the IP address of the sender is unknown, trustProxy applies only as a number or as true', () => {
  expect(createOriginFinder(2)?.((name) => HEADERS[name as keyof typeof HEADERS], undefined).host).toBe(
    'api.example.com',
  );
  expect(createOriginFinder('10.0.0.0/8')?.(() => 'x', undefined).host).toBeUndefined();
});

it.each([true, false, 0, 1, 'loopback', '10.0.0.0/8', '::1', 'loopback, 10.0.0.1', ['::1/128', 'linklocal']])(
  'the option trustProxy accepts %j',
  (value) => {
    expect(isTrustProxy(value)).toBe(true);
  },
);

it.each([-1, 1.5, '', 'api.example.com', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', [], [1], null, {}, 'loopback,'])(
  'the option trustProxy rejects %j',
  (value) => {
    expect(isTrustProxy(value)).toBe(false);
  },
);
