import { isLoopbackHost } from './loopback-hosts.ts';

/** Properties of a client that the authorization server uses. All other properties are dropped: keys, logos and URLs to fetch are never used. */
const USED_PROPERTIES = ['client_id', 'client_name', 'client_uri', 'redirect_uris', 'application_type'] as const;
/** Limits of a client's metadata, so that a registration stays small. */
const MAX_NAME_LENGTH = 100;
const MAX_REDIRECT_URIS = 20;
const MAX_URI_LENGTH = 2_000;

/** The metadata of a client (RFC 7591) that the authorization server uses. */
export type ClientMetadata = Readonly<Record<string, unknown>>;

/**
 * Reduces the metadata of a client to what the authorization server supports: a public client that uses authorization codes and refresh tokens, with
 * the response mode `query`. RFC 7591, section 2, lets the server replace values. A client without an application type is treated as native if none
 * of its redirect URIs is on the web, because many clients register loopback URIs without a type.
 */
export function normalizeClientMetadata(givenMetadata: ClientMetadata): ClientMetadata {
  const usedMetadata = Object.fromEntries(
    USED_PROPERTIES.flatMap((name) => (givenMetadata[name] === undefined ? [] : [[name, givenMetadata[name]]])),
  );
  const { client_name: name, redirect_uris: uris } = usedMetadata;
  return {
    ...usedMetadata,
    ...(typeof name === 'string' ? { client_name: cleanName(name) } : {}),
    application_type: usedMetadata.application_type ?? (areLocal(uris) ? 'native' : 'web'),
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
  };
}

/**
 * Returns a problem of a client's metadata that the library does not detect; undefined if there is none. For example, the library accepts redirect
 * URIs without TLS for web clients.
 */
export function findMetadataProblem({ client_name: name, redirect_uris: uris }: ClientMetadata): string | undefined {
  if (name !== undefined && (typeof name !== 'string' || name.length === 0)) return 'client_name must be text';
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECT_URIS)
    return `redirect_uris must be a list of 1 to ${MAX_REDIRECT_URIS} URIs`;
  for (const uri of uris as readonly unknown[]) {
    if (typeof uri !== 'string' || uri.length > MAX_URI_LENGTH || !URL.canParse(uri))
      return `redirect_uris must contain URIs of at most ${MAX_URI_LENGTH} characters`;
    const { protocol, hostname, username, password } = new URL(uri);
    if (username !== '' || password !== '') return 'redirect_uris must not contain credentials';
    if (protocol === 'http:' && !isLoopbackHost(hostname))
      return `redirect_uris must use https, except for loopback addresses (got host "${hostname.slice(0, 100)}")`;
  }
  return undefined;
}

/** Removes characters that could make a name look like another name: control and format characters, and repeated spaces. */
function cleanName(name: string): string {
  const cleanedName = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...cleanedName].slice(0, MAX_NAME_LENGTH).join('');
}

function areLocal(uris: unknown): boolean {
  return Array.isArray(uris) && uris.every((uri) => typeof uri === 'string' && isLocal(uri));
}

function isLocal(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' ? isLoopbackHost(hostname) : protocol !== 'https:';
}
