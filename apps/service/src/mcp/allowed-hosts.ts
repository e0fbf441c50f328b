import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';

/**
 * Why a request may not come in, or undefined where it may. A page in a browser can make a name of its own lead to this machine (DNS
 * rebinding): the name is then in Host, and the page in Origin. Loopback is always allowed, because a page cannot have that name.
 * @param hosts names without port, as `docs.example.com`
 */
export function refusalOf(headers: Headers, hosts: readonly string[]): string | undefined {
  const allowed = [...localhostAllowedHostnames(), ...hosts];
  const host = validateHostHeader(headers.get('host'), allowed);
  if (!host.ok) return `${host.message}; allow it with --mcp-hosts`;
  const origin = validateOriginHeader(headers.get('origin'), allowed);
  return origin.ok ? undefined : `${origin.message}; allow it with --mcp-hosts`;
}
