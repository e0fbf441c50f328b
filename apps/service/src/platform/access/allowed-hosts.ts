import { isIP } from 'node:net';
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';

/** The Host and Origin headers of a request. */
export interface HostAndOrigin {
  readonly host: string | null | undefined;
  readonly origin: string | null | undefined;
}

/**
 * Returns the reason to reject a request; undefined if the request is allowed. Protects against DNS rebinding: an attacker can make the host name of a
 * web page resolve to this machine, but the requests of the page then contain this name in Host and Origin. Loopback names are always allowed, because
 * a web page cannot have such a host name.
 * @param hosts names without port, such as `docs.example.com`
 * @param option command-line option that allows more names
 */
export function findHostRejection(
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

/** Returns the IP address in a Host header; undefined for a host name. An attacker cannot make an IP address resolve to this machine. */
export function parseHostIpAddress(host: string | undefined): string | undefined {
  const url = `http://${host}`;
  const name = host !== undefined && URL.canParse(url) ? new URL(url).hostname : '';
  return isIP(name.replaceAll(/^\[|\]$/g, '')) === 0 ? undefined : name;
}
