import { API_PREFIX } from '../contract/limits.ts';
import { BLOCKED_PORTS } from './blocked-ports.ts';

/** What is wrong with a base URL, with the fix. */
export class BaseUrlError extends Error {
  override readonly name = 'BaseUrlError';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

const EXAMPLE = 'for example https://api.example.com';

/**
 * Reads the address that all paths of the API are under.
 *
 * The key travels there, so it must be https; plain http is accepted for loopback only.
 * @returns the URL with a path that ends in `/`
 * @throws BaseUrlError
 */
export function parseBaseUrl(text: string): URL {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new BaseUrlError('is not a URL', `give the whole address, ${EXAMPLE}`);
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new BaseUrlError(
      `uses ${url.protocol.replace(':', '')}, and the key would travel in the clear`,
      `use https (${EXAMPLE}); plain http is accepted for loopback addresses only`,
    );
  }
  if (url.username || url.password) {
    throw new BaseUrlError('holds a user name or password', 'leave them out; the API key goes in its own input');
  }
  if (url.search || url.hash) {
    throw new BaseUrlError('holds a query or a fragment', `leave out what follows "?" or "#", ${EXAMPLE}`);
  }
  if (BLOCKED_PORTS.has(Number(url.port))) {
    throw new BaseUrlError(
      `uses port ${url.port}, which Node.js and browsers block`,
      'let the API listen on another port, such as 8787 (https://fetch.spec.whatwg.org/#port-blocking lists those that are blocked)',
    );
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  if (url.pathname.endsWith(`/${API_PREFIX}/`)) {
    throw new BaseUrlError(`ends in /${API_PREFIX}, which is added to it`, `leave /${API_PREFIX} out, ${EXAMPLE}`);
  }
  return url;
}

/** Whether a URL's host is this machine, which nothing in between can listen to. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
