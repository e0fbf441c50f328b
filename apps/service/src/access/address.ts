import type { Context } from 'hono';

/**
 * Where a request comes from, to tell callers without a key apart: the address of the connection; behind a proxy that is trusted, what that
 * one has put last into X-Forwarded-For. IPv6 addresses are told apart by their network, because one caller has all that are in it.
 */
export function addressOf(c: Context, trustProxy: boolean): string {
  const bindings = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const address = (forwarded || bindings?.incoming?.socket?.remoteAddress) ?? 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return address.includes(':') ? networkOf(address) : address;
}

/** The first 64 bits. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind.length);
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...behind].slice(0, 4).join(':');
}
