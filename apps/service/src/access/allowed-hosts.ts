import { isIP } from 'node:net';
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';

/** Where a request says that it comes from and goes to. */
export interface Addressed {
  readonly host: string | null | undefined;
  readonly origin: string | null | undefined;
}

/**
 * Why a request may not come in, or undefined if it may. A page in a browser can make a name of its own resolve to this machine (DNS
 * rebinding): the name is then in Host, and the page in Origin. Loopback is always allowed, because a page cannot have that name.
 * @param hosts names without port, as `docs.example.com`
 * @param option that adds to them
 */
export function refusalOf({ host, origin }: Addressed, hosts: readonly string[], option: string): string | undefined {
  const allowed = [...localhostAllowedHostnames(), ...hosts];
  const named = validateHostHeader(host, allowed);
  if (!named.ok) return `${named.message}; allow it with --${option}`;
  const from = validateOriginHeader(origin, allowed);
  return from.ok ? undefined : `${from.message}; allow it with --${option}`;
}

/** The name of a Host header if it is an IP address, which no page can make its own; otherwise undefined. */
export function addressIn(host: string | undefined): string | undefined {
  const url = `http://${host}`;
  const name = host !== undefined && URL.canParse(url) ? new URL(url).hostname : '';
  return isIP(name.replaceAll(/^\[|\]$/g, '')) === 0 ? undefined : name;
}
