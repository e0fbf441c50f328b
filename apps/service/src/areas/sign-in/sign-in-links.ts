import type { OneTimeTokenPorts } from '../../platform/access/one-time-tokens.ts';
import { createSecret, hashSecret } from '../../platform/access/secrets.ts';

/** Time in milliseconds for which a sign-in link is valid. */
export const LINK_LIFETIME_MS = 900_000;

/** How a link was sent to the member. The audit log records this as the sign-in method. */
export type LinkMethod = 'link' | 'mail';

/**
 * Creates a link with which a member can sign in once.
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
