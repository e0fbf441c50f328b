import { isLoopback } from '@context-sync/core';
import type { Context } from 'hono';

/**
 * Returns the origin of the pages for a browser. URLs, cookies and passkeys are created with this origin. Without a public URL, pages work only on
 * this machine, because the service cannot know its URL behind a proxy.
 * @param publicUrl public URL of the service
 * @returns undefined if the request has another host
 */
export function getPageOrigin(c: Context, publicUrl: string | undefined): string | undefined {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const url = `http://${c.req.header('host') ?? ''}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname) ? new URL(url).origin : undefined;
}

/**
 * Returns whether a browser sent a form from a page of this service. The check uses `Sec-Fetch-Site` and `Origin`, which browsers set and pages of
 * other sites cannot change (fetch standard, section 3.2). Requests of other programs have neither header, and require a valid token.
 * @param rule.mustState whether one of the headers is required because the form has no token
 */
export function isFromOwnPage(c: Context, origin: string, { mustState }: { readonly mustState: boolean }): boolean {
  const site = c.req.header('sec-fetch-site');
  const sender = c.req.header('origin');
  if (mustState && site === undefined && sender === undefined) return false;
  return (site === undefined || site === 'same-origin') && (sender === undefined || sender === origin);
}
