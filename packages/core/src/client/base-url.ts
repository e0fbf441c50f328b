import { API_PREFIX } from '../contract/limits.ts';
import { BLOCKED_PORTS } from './blocked-ports.ts';

/** An error for an invalid base URL. `hint` contains the fix. */
export class BaseUrlError extends Error {
  override readonly name = 'BaseUrlError';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

const EXAMPLE_URL_HINT = 'for example https://api.example.com';

/**
 * Parses the base URL of the API. Because the key is sent to it, the URL must use https; http is accepted only for loopback addresses.
 * @returns the URL with a path that ends with `/`
 * @throws BaseUrlError
 */
export function parseBaseUrl(text: string): URL {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new BaseUrlError('is not a URL', `set the full URL, ${EXAMPLE_URL_HINT}`);
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new BaseUrlError(
      `uses ${url.protocol.replace(':', '')}, which would send the key unencrypted`,
      `use https (${EXAMPLE_URL_HINT}); plain http is accepted for loopback addresses only`,
    );
  }
  if (url.username || url.password) {
    throw new BaseUrlError('contains a user name or password', 'remove them; the API key has its own input');
  }
  if (url.search || url.hash) {
    throw new BaseUrlError(
      'contains a query or a fragment',
      `remove everything from the "?" or "#" on, ${EXAMPLE_URL_HINT}`,
    );
  }
  if (BLOCKED_PORTS.has(Number(url.port))) {
    throw new BaseUrlError(
      `uses port ${url.port}, which Node.js and browsers block`,
      'use another port for the API, such as 8787; https://fetch.spec.whatwg.org/#port-blocking lists the blocked ports',
    );
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  if (url.pathname.endsWith(`/${API_PREFIX}/`)) {
    throw new BaseUrlError(
      `ends in /${API_PREFIX}, which is added automatically`,
      `remove /${API_PREFIX}, ${EXAMPLE_URL_HINT}`,
    );
  }
  return url;
}

/** Returns whether a host name refers to this machine, so that no one can intercept the requests. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
