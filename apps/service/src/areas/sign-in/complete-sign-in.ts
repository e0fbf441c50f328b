import type { SignInMethod } from '../../platform/access/sessions.ts';
import { parseNextPath } from '../../platform/pages/next-path.ts';
import type { PageRequest, Redirect } from '../../platform/pages/page.ts';
import { startSession } from '../../platform/pages/start-session.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';
import type { SignInPorts } from './store.ts';

export type SignInStore = AreaStore<SignInPorts>;

/** A member who has been authenticated. */
export interface IdentifiedMember {
  readonly userId: string;
  readonly method: SignInMethod;
}

/**
 * Signs a member in, and redirects to the next page.
 * @param identify finds the member in the transaction that creates the session @throws PageFailure
 */
export async function completeSignIn(
  store: SignInStore,
  request: PageRequest,
  identify: (operations: PlatformPorts & SignInPorts) => Promise<IdentifiedMember>,
  next = getNext(request),
): Promise<Redirect> {
  const handOver = await store.transaction(async (operations) => {
    const { userId, method } = await identify(operations);
    return startSession(operations, request, userId, method);
  });
  handOver();
  return { redirectTo: next };
}

/** Returns the page that opens after a sign-in. */
export function getNext({ c, form, origin }: PageRequest): string {
  return parseNextPath(form.next ?? c.req.query('next'), origin);
}
