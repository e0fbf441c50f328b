import { fileURLToPath } from 'node:url';
import { isLoopback } from '@context-sync/core';

/** Where a git repository is, as a person wrote it, checked. */
export type RemoteAddress =
  /** A remote of the checkout. */
  | { readonly kind: 'name'; readonly name: string }
  /** A folder; a relative one is meant from the workspace. */
  | { readonly kind: 'path'; readonly path: string }
  /** `ssh://` URL, or the short form `host:path`. */
  | { readonly kind: 'ssh'; readonly url: string }
  /** https, or http on loopback. */
  | { readonly kind: 'http'; readonly url: URL; readonly credentials: Credentials | undefined };

/** User and password that stood in a URL. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Why a text is no address that is taken. Never quotes the text: it may hold a password. */
export interface AddressProblem {
  readonly problem: string;
  readonly fix: string;
}

const FIX =
  'give an https or ssh URL, host:path for ssh, the path of a repository on this machine, or the name of a remote of the checkout, such as origin';

/** Reads the address of a remote as git would, and refuses whatever could make git do more than speak to a repository. */
export function parseRemote(text: string): RemoteAddress | AddressProblem {
  const refuse = (problem: string, fix = FIX): AddressProblem => ({ problem, fix });
  if (/\p{Cc}/u.test(text)) return refuse('holds a control character');
  if (text.startsWith('-')) return refuse('begins with "-", which git would take for an option');
  if (/^[\w+.-]+::/.test(text)) return refuse('names a transport helper, which can run any program');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return parseUrl(text, refuse);
  if (/^(?:\.{0,2}[\\/]|\.{1,2}$|[a-z]:[\\/])/i.test(text)) return { kind: 'path', path: text };
  const [, host] = /^(?:[\w.-]+@)?([\w.-]+|\[[\da-f:.]+\]):[^:-]/i.exec(text) ?? [];
  if (host !== undefined && !host.startsWith('-')) return { kind: 'ssh', url: text };
  if (/^\w[\w.-]*$/.test(text)) return { kind: 'name', name: text };
  return refuse('is neither a URL nor a path nor a name');
}

export function isAddressProblem(parsed: RemoteAddress | AddressProblem): parsed is AddressProblem {
  return 'problem' in parsed;
}

/** The address as anybody may see it. */
export function formatRemote(remote: RemoteAddress): string {
  switch (remote.kind) {
    case 'name':
      return `the remote ${remote.name}`;
    case 'path':
      return remote.path;
    case 'ssh':
      return remote.url;
    case 'http':
      return `${remote.url.origin}${remote.url.pathname}`;
  }
}

function parseUrl(
  text: string,
  refuse: (problem: string, fix?: string) => AddressProblem,
): RemoteAddress | AddressProblem {
  if (!URL.canParse(text)) return refuse('is not a URL that can be read');
  const url = new URL(text);
  switch (url.protocol) {
    case 'https:':
    case 'http:': {
      if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
        return refuse('is plain http, which shows the state and its password to the network', 'use https');
      }
      const credentials = credentialsOf(url);
      if (credentials) url.username = '';
      url.password = '';
      return { kind: 'http', url, credentials };
    }
    case 'ssh:':
      if (url.password !== '') return refuse('holds a password, which ssh does not take', 'give the job an ssh key');
      if (/^(?:-|%2d)/i.test(url.hostname)) return refuse('names a host that begins with "-"');
      return { kind: 'ssh', url: text };
    case 'file:':
      if (url.hostname !== '') return refuse('names a file of another machine');
      return { kind: 'path', path: fileURLToPath(url) };
    default:
      return refuse(`has the scheme ${url.protocol.slice(0, -1)}, which is not taken`);
  }
}

/** A user alone is left to git's credential helpers. */
function credentialsOf({ username, password }: URL): Credentials | undefined {
  if (password === '') return undefined;
  return { user: plain(username), password: plain(password) };
}

function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
