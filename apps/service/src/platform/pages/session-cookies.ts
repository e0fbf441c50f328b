import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createSecret } from '../access/secrets.ts';
import { SESSION_LIFETIME_MS } from '../access/sessions.ts';

/** Names of the cookies: for the session, and for the browser of a form that requires no session. */
type CookieName = 'session' | 'browser';

/** Returns the name of a cookie. Browsers accept the prefix only from the exact host over HTTPS, so that no other host can set the cookie. */
const getName = (name: CookieName, origin: string) =>
  origin.startsWith('https:') ? `__Host-context-sync-${name}` : `context-sync-${name}`;

const getAttributes = (origin: string) =>
  ({ path: '/', httpOnly: true, secure: origin.startsWith('https:'), sameSite: 'Lax' }) as const;

/** Returns the secret of the session; undefined if the request has none. */
export function getSessionSecret(c: Context, origin: string): string | undefined {
  return getCookie(c, getName('session', origin));
}

export function setSessionSecret(c: Context, origin: string, secret: string): void {
  setCookie(c, getName('session', origin), secret, { ...getAttributes(origin), maxAge: SESSION_LIFETIME_MS / 1_000 });
}

export function deleteSessionSecret(c: Context, origin: string): void {
  deleteCookie(c, getName('session', origin), getAttributes(origin));
}

/** Returns the secret that identifies the browser until it is closed. Sets a new secret if the browser has none. */
export function keepBrowserSecret(c: Context, origin: string): string {
  const name = getName('browser', origin);
  const existingCookie = getCookie(c, name);
  if (existingCookie !== undefined && /^[\w-]{43}$/.test(existingCookie)) return existingCookie;
  const secret = createSecret();
  setCookie(c, name, secret, getAttributes(origin));
  return secret;
}

/** Returns the CSRF token of a form. Another site cannot create the token, because it knows neither the secret of the session nor that of the browser. */
export function deriveFormToken(secret: string): string {
  return createHash('sha256').update(`form ${secret}`).digest('base64url');
}

export function isFormToken(secret: string, token: string | undefined): boolean {
  const expected = Buffer.from(deriveFormToken(secret));
  const received = Buffer.from(token ?? '');
  return received.length === expected.length && timingSafeEqual(received, expected);
}
