import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { AuditContext } from '../audit/record-change.ts';

/** Returns the context of a command for the audit log: the operating-system user, and an id that all entries of the command share. */
export function createOperatorContext(): AuditContext {
  return { actor: { kind: 'command-line', systemUser: getSystemUser() }, requestId: `command-${randomUUID()}` };
}

/** Returns the name of the operating-system user, or the user id if the user has no name, as in containers with an arbitrary user id. */
function getSystemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
