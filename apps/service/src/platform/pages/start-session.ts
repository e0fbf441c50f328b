import { createSecret, hashSecret } from '../access/secrets.ts';
import type { SessionPorts, SignInMethod } from '../access/sessions.ts';
import type { AuditPorts } from '../audit/audit.ts';
import { recordChange } from '../audit/record-change.ts';
import type { PageRequest } from './page.ts';
import { PageFailure } from './page-failure.ts';
import { deleteSessionSecret, setSessionSecret } from './session-cookies.ts';

/**
 * Signs a member in: creates a session with a new secret, and ends the previous session of the browser, to prevent session fixation.
 * @param operations operations of the transaction that checked how the member signs in
 * @returns the function that sets the session cookie in the browser. Call it after the transaction has succeeded.
 */
export async function startSession(
  operations: SessionPorts & AuditPorts,
  { c, origin, session }: PageRequest,
  userId: string,
  method: SignInMethod,
): Promise<() => void> {
  const secret = createSecret();
  const userAgent = c.req.header('user-agent') ?? '';
  if (session) await endSession(operations, { c, userId: session.userId, sessionId: session.id, by: session.id });
  const id = await operations.sessions.create({ userId, hash: hashSecret(secret), method, userAgent });
  if (id === undefined) throw new PageFailure(403, 'Your account was revoked. Ask the operator of the service.');
  const context = { actor: { kind: 'member', userId, keyId: id }, requestId: c.get('requestId') } as const;
  await recordChange(operations, context, { action: 'session.create', target: id }, async () => true);
  return () => setSessionSecret(c, origin, secret);
}

/** Ends a session of a member. @param by id of the session in which the member ends the other session @returns whether the session was active */
export function endSession(
  operations: SessionPorts & AuditPorts,
  {
    c,
    userId,
    sessionId,
    by,
  }: Pick<PageRequest, 'c'> & { readonly userId: string; readonly sessionId: string; readonly by: string },
): Promise<boolean> {
  const context = { actor: { kind: 'member', userId, keyId: by }, requestId: c.get('requestId') } as const;
  const change = { action: 'session.revoke', target: sessionId } as const;
  return recordChange(operations, context, change, () => operations.sessions.revoke(userId, sessionId));
}

/** Removes the session cookie from the browser. */
export function forgetSession({ c, origin }: PageRequest): void {
  deleteSessionSecret(c, origin);
}
