import type { Context } from 'hono';
import type { PortalHosts } from '../../platform/http/portal-hosts.ts';
import { getPageOrigin } from '../../platform/pages/page-origin.ts';

/** What determines the URL of a portal. */
interface PortalReach {
  readonly publicUrl: string | undefined;
  readonly portalHosts: PortalHosts;
}

/**
 * Returns the URL of a project's portal, without a trailing slash: on its own host if it has one, otherwise at `/p/{slug}`. A portal that only
 * members can read is never on its own host, because no one can sign in there.
 * @param anonymousRead whether everyone can read the portal
 * @returns undefined if the service does not know its public URL
 */
export function findPortalUrl(
  { publicUrl, portalHosts }: PortalReach,
  slug: string,
  anonymousRead: boolean,
): string | undefined {
  const ownOrigin = anonymousRead ? portalHosts.getOrigin(slug) : undefined;
  return ownOrigin ?? (publicUrl === undefined ? undefined : `${publicUrl.replace(/\/$/, '')}/p/${slug}`);
}

/** Returns the URL of a project's portal for the client of a request; null if the service does not know it. */
export function getPortalUrl(c: Context, reach: PortalReach, slug: string, anonymousRead: boolean): string | null {
  const publicUrl = getPageOrigin(c, reach.publicUrl);
  return findPortalUrl({ ...reach, publicUrl: reach.publicUrl ?? publicUrl }, slug, anonymousRead) ?? null;
}
