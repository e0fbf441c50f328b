import { fileURLToPath } from 'node:url';
import { isLoopback } from '@context-sync/core';

/** The validated address of a git repository: the name of a remote, a path or a URL. */
export type RemoteAddress =
  /** The name of a remote of the checkout. */
  | { readonly kind: 'name'; readonly name: string }
  /** The path of a folder. A relative path is resolved from the workspace. */
  | { readonly kind: 'path'; readonly path: string }
  /** A URL with `ssh://`, or the short form `host:path`. */
  | { readonly kind: 'ssh'; readonly url: string }
  /** A URL with https, or a URL with http for a loopback address. */
  | { readonly kind: 'http'; readonly url: URL; readonly credentials: Credentials | undefined };

/** The user and password in a URL. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** The reason for rejecting an address. It never contains the address, which may include a password. */
export interface AddressProblem {
  readonly problem: string;
  readonly fix: string;
}

const ADDRESS_FIX =
  'use an https or ssh URL, host:path for ssh, a local path, or the name of a remote of the checkout, such as origin';

/** Parses the address of a remote in the same way as git. Rejects addresses that could make git run other programs. */
export function parseRemote(text: string): RemoteAddress | AddressProblem {
  const createProblem = (problem: string, fix = ADDRESS_FIX): AddressProblem => ({ problem, fix });
  if (/\p{Cc}/u.test(text)) return createProblem('must not contain control characters');
  if (text.startsWith('-')) return createProblem('must not start with "-", which git would treat as an option');
  if (/^[\w+.-]+::/.test(text)) return createProblem('must not name a transport helper, which can run any program');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return parseUrl(text, createProblem);
  if (/^(?:\.{0,2}[\\/]|\.{1,2}$|[a-z]:[\\/])/i.test(text)) return { kind: 'path', path: text };
  const [, host] = /^(?:[\w.-]+@)?([\w.-]+|\[[\da-f:.]+\]):[^:-]/i.exec(text) ?? [];
  if (host !== undefined && !host.startsWith('-')) return { kind: 'ssh', url: text };
  if (/^\w[\w.-]*$/.test(text)) return { kind: 'name', name: text };
  return createProblem('must be a URL, a path or the name of a remote');
}

export function isAddressProblem(parsed: RemoteAddress | AddressProblem): parsed is AddressProblem {
  return 'problem' in parsed;
}

/** Formats the address without credentials. */
export function formatRemote(remoteAddress: RemoteAddress): string {
  switch (remoteAddress.kind) {
    case 'name':
      return `the remote ${remoteAddress.name}`;
    case 'path':
      return remoteAddress.path;
    case 'ssh':
      return remoteAddress.url;
    case 'http':
      return `${remoteAddress.url.origin}${remoteAddress.url.pathname}`;
  }
}

function parseUrl(
  text: string,
  refuse: (problem: string, fix?: string) => AddressProblem,
): RemoteAddress | AddressProblem {
  if (!URL.canParse(text)) return refuse('is not a valid URL');
  const url = new URL(text);
  switch (url.protocol) {
    case 'https:':
    case 'http:': {
      if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
        return refuse('must not use plain http, which exposes the state and its password', 'use https');
      }
      const credentials = getCredentials(url);
      if (credentials) url.username = '';
      url.password = '';
      return { kind: 'http', url, credentials };
    }
    case 'ssh:':
      if (url.password !== '')
        return refuse('must not contain a password, which ssh does not accept', 'use an ssh key');
      if (/^(?:-|%2d)/i.test(url.hostname)) return refuse('must not name a host that starts with "-"');
      return { kind: 'ssh', url: text };
    case 'file:':
      if (url.hostname !== '') return refuse('must not name a file on another machine');
      return { kind: 'path', path: fileURLToPath(url) };
    default:
      return refuse(`must not use the scheme ${url.protocol.slice(0, -1)}, which is not supported`);
  }
}

/**
 * Returns the credentials in a URL; undefined if the URL contains no password. For a URL with only a user, git's credential helpers provide the
 * password.
 */
function getCredentials({ username, password }: URL): Credentials | undefined {
  if (password === '') return undefined;
  return { user: decodePlainText(username), password: decodePlainText(password) };
}

function decodePlainText(encodedText: string): string {
  try {
    return decodeURIComponent(encodedText);
  } catch {
    return encodedText;
  }
}
