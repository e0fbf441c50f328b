import type { Context } from 'hono';
import type { Environment } from '../../platform/access/request-environment.ts';
import { hashSecret } from '../../platform/access/secrets.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import type { PortalHosts } from '../../platform/http/portal-hosts.ts';
import { getPageOrigin } from '../../platform/pages/page-origin.ts';
import { getScheme, type Scheme } from '../../platform/pages/scheme.ts';
import { getSessionSecret } from '../../platform/pages/session-cookies.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { PortalSnapshot, PortalSnapshots } from './portal-snapshots.ts';

/** Group of the reader of a portal: the public, or members of the project. */
export type Audience = 'everyone' | 'members';

/** A reader of a portal. */
export interface PortalReader {
  readonly slug: string;
  /** Path at which the portal starts on the host of the request: `/p/{slug}`, or empty on a host of its own. */
  readonly base: string;
  /** Origin of the portal's URL for the reader; empty if the origin is not known. */
  readonly origin: string;
  readonly state: PortalSnapshot;
  readonly audience: Audience;
  readonly scheme: Scheme | undefined;
}

/** Services that are needed to determine the reader. */
interface ReaderServices {
  readonly store: AreaStore;
  readonly portal: { readonly snapshots: PortalSnapshots };
  readonly publicUrl: string | undefined;
  readonly portalHosts: PortalHosts;
}

/**
 * Returns the reader of a portal. On a host that serves only the portal, no reader is signed in.
 * @throws HttpError that is the same for a project that does not exist, is not published, or does not allow this reader
 */
export async function findReader(
  c: Context<Environment>,
  slug: string,
  { store, portal, publicUrl, portalHosts }: ReaderServices,
): Promise<PortalReader> {
  const state = await portal.snapshots.read(slug);
  if (state?.settings.published) {
    const ownOrigin = portalHosts.findOrigin(c);
    const origin = ownOrigin ?? getPageOrigin(c, publicUrl);
    const base = ownOrigin === undefined ? `/p/${slug}` : '';
    const reader = { slug, base, origin: origin ?? '', state, scheme: getScheme(c) };
    const isMember = ownOrigin === undefined && (await hasMemberSession(c, slug, store, origin));
    if (isMember) return { ...reader, audience: 'members' };
    if (state.settings.anonymousRead) return { ...reader, audience: 'everyone' };
  }
  throw new HttpError('not_found', 'There are no docs at this URL, or only members can read them');
}

/** Returns whether a request has the session of a member of the project. For readers without a session, no query is needed. */
async function hasMemberSession(
  c: Context<Environment>,
  slug: string,
  store: ReaderServices['store'],
  origin: string | undefined,
): Promise<boolean> {
  const secret = origin === undefined ? undefined : getSessionSecret(c, origin);
  const session = secret === undefined ? undefined : await store.sessions.find(hashSecret(secret));
  if (!session?.isActive) return false;
  return (await store.accounts.reachableProject(session.userId, slug)) !== undefined;
}
