import type { AuditPorts } from '../audit/audit.ts';
import { type AuditedChange, recordChange } from '../audit/record-change.ts';
import type { MemberRequest } from './page.ts';

/**
 * Makes a change that a member made on a page, and records it in the audit log.
 * @param operations operations of the transaction in which the change is made
 */
export function recordMemberChange<T>(
  operations: AuditPorts,
  { c, session }: Pick<MemberRequest, 'c' | 'session'>,
  change: AuditedChange<T>,
  run: () => Promise<T>,
): Promise<T> {
  const actor = { kind: 'member', userId: session.userId, keyId: session.id } as const;
  return recordChange(operations, { actor, requestId: c.get('requestId') }, change, run);
}
