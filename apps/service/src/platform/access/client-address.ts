import type { Context } from 'hono';

/**
 * Returns the client's IP address, which identifies clients without a key. Behind a trusted proxy, this is the last IP address in X-Forwarded-For.
 * IPv6 addresses are reduced to their /64 network, because one client can use any address in this network.
 */
export function getClientAddress(c: Context, trustProxy: boolean): string {
  const bindings = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  const forwardedAddress = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return normalizeAddress((forwardedAddress || bindings?.incoming?.socket?.remoteAddress) ?? 'unknown');
}

/** Converts an IPv4-mapped address to IPv4, and reduces an IPv6 address to its /64 network. */
export function normalizeAddress(address: string): string {
  const mappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mappedAddress !== undefined) return mappedAddress;
  return address.includes(':') ? getNetwork(address) : address;
}

/** Returns the first 64 bits of an IPv6 address. */
function getNetwork(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const groupsAfterGap = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - groupsAfterGap.length);
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...groupsAfterGap].slice(0, 4).join(':');
}
