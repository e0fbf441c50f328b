import { isLoopbackHost } from './loopback-hosts.ts';

/** Properties of a client that the authorization server uses. All others are dropped: keys, logos and addresses to fetch are never used. */
const USED_PROPERTIES = ['client_id', 'client_name', 'client_uri', 'redirect_uris', 'application_type'] as const;
/** Limits of what a client can state, so that a registration stays small. */
const MAX_NAME_LENGTH = 100;
const MAX_REDIRECT_URIS = 20;
const MAX_URI_LENGTH = 2_000;

/** The metadata of a client (RFC 7591) as the authorization server uses it. */
export type ClientMetadata = Readonly<Record<string, unknown>>;

/**
 * Reduces the metadata of a client to what the authorization server supports: a public client that uses codes and refresh tokens, and is redirected with
 * a query. RFC 7591, section 2, lets the server replace values. A client that states no type is native if none of its redirect addresses is on the web,
 * because many clients register addresses of this machine without a type.
 */
export function normalizeClientMetadata(given: ClientMetadata): ClientMetadata {
  const used = Object.fromEntries(
    USED_PROPERTIES.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
  const { client_name: name, redirect_uris: uris } = used;
  return {
    ...used,
    ...(typeof name === 'string' ? { client_name: cleanName(name) } : {}),
    application_type: used.application_type ?? (areLocal(uris) ? 'native' : 'web'),
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
  };
}

/**
 * Returns the problem of a client's metadata; undefined if there is none. The library checks everything else, and accepts redirect addresses without
 * TLS for clients on the web.
 */
export function findMetadataProblem({ client_name: name, redirect_uris: uris }: ClientMetadata): string | undefined {
  if (name !== undefined && (typeof name !== 'string' || name.length === 0)) return 'client_name must be text';
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECT_URIS)
    return `redirect_uris must be a list of 1 to ${MAX_REDIRECT_URIS} addresses`;
  for (const uri of uris as readonly unknown[]) {
    if (typeof uri !== 'string' || uri.length > MAX_URI_LENGTH || !URL.canParse(uri))
      return `redirect_uris must contain addresses of at most ${MAX_URI_LENGTH} characters`;
    const { protocol, hostname, username, password } = new URL(uri);
    if (username !== '' || password !== '') return 'redirect_uris must not contain credentials';
    if (protocol === 'http:' && !isLoopbackHost(hostname))
      return `redirect_uris must use https, except for addresses of this machine (got host "${hostname.slice(0, 100)}")`;
  }
  return undefined;
}

/** Removes characters that could make a name look like another one: control and format characters, and repeated spaces. */
function cleanName(name: string): string {
  const cleaned = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...cleaned].slice(0, MAX_NAME_LENGTH).join('');
}

function areLocal(uris: unknown): boolean {
  return Array.isArray(uris) && uris.every((uri) => typeof uri === 'string' && isLocal(uri));
}

function isLocal(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' ? isLoopbackHost(hostname) : protocol !== 'https:';
}
