import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

export const SCHEMES = ['light', 'dark'] as const;
/** A color scheme. */
export type Scheme = (typeof SCHEMES)[number];

const COOKIE = 'context-sync-scheme';
const YEAR_SECONDS = 31_536_000;

/** Returns the color scheme that was selected in this browser; undefined for the scheme of the system. */
export function getScheme(c: Context): Scheme | undefined {
  return SCHEMES.find((scheme) => scheme === getCookie(c, COOKIE));
}

/** Stores the selected color scheme in a cookie. */
export function setScheme(c: Context, scheme: Scheme | undefined): void {
  setCookie(c, COOKIE, scheme ?? '', { path: '/', sameSite: 'Lax', maxAge: scheme ? YEAR_SECONDS : 0 });
}
