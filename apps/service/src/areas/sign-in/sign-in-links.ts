import type { OneTimeTokenPorts } from '../../platform/access/one-time-tokens.ts';
import { createSecret, hashSecret } from '../../platform/access/secrets.ts';

/** Time in milliseconds for which a link to sign in is valid. */
export const LINK_LIFETIME_MS = 900_000;

/** How a link reached its member, which is also how the member signs in. */
export type LinkMethod = 'link' | 'mail';

/**
 * Creates a link with which a member signs in once.
 * @returns path and query of the link
 */
export async function createSignInLink(
  { oneTimeTokens }: OneTimeTokenPorts,
  { userId, method, next }: { readonly userId: string; readonly method: LinkMethod; readonly next?: string },
): Promise<string> {
  const token = createSecret();
  await oneTimeTokens.create({
    hash: hashSecret(token),
    kind: 'sign-in-link',
    userId,
    data: method,
    lifetimeMs: LINK_LIFETIME_MS,
  });
  return `/sign-in/link?token=${token}${next === undefined ? '' : `&next=${encodeURIComponent(next)}`}`;
}
