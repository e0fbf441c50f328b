import type { Context } from 'hono';

/**
 * Returns the client's IP address, which identifies callers without a key. Behind a trusted proxy, that is the last address in
 * X-Forwarded-For. IPv6 addresses are reduced to their /64 network, because one client can use any address in it.
 */
export function clientAddress(c: Context, trustProxy: boolean): string {
  const bindings = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const address = (forwarded || bindings?.incoming?.socket?.remoteAddress) ?? 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return address.includes(':') ? networkOf(address) : address;
}

/** Returns the first 64 bits of an IPv6 address. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind.length);
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...behind].slice(0, 4).join(':');
}
