import { isIP } from 'node:net';
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';

/** The Host and Origin headers of a request. */
export interface HostAndOrigin {
  readonly host: string | null | undefined;
  readonly origin: string | null | undefined;
}

/**
 * Returns why a request is rejected, or undefined if it is allowed. Protects against DNS rebinding: a web page can make its own name
 * resolve to this machine, but then its name is in Host and Origin. Loopback names are always allowed, because no page can have them.
 * @param hosts names without port, such as `docs.example.com`
 * @param option command-line option that allows more names
 */
export function hostRejection(
  { host, origin }: HostAndOrigin,
  hosts: readonly string[],
  option: string,
): string | undefined {
  const allowedHosts = [...localhostAllowedHostnames(), ...hosts];
  const validation = validateHostHeader(host, allowedHosts);
  if (!validation.ok) return `${validation.message}; allow it with --${option}`;
  const originCheck = validateOriginHeader(origin, allowedHosts);
  return originCheck.ok ? undefined : `${originCheck.message}; allow it with --${option}`;
}

/** Returns the IP address in a Host header, which no web page can claim; undefined for any other name. */
export function ipAddressInHost(host: string | undefined): string | undefined {
  const url = `http://${host}`;
  const name = host !== undefined && URL.canParse(url) ? new URL(url).hostname : '';
  return isIP(name.replaceAll(/^\[|\]$/g, '')) === 0 ? undefined : name;
}
