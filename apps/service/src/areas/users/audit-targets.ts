import type { AuditTargets } from '../../platform/audit/audit.ts';
import type { UserPorts } from './store.ts';

/** How the targets of the area's audit entries are read and locked. */
export const USER_AUDIT_TARGETS: AuditTargets<UserPorts> = {
  'risk-thresholds': { read: ({ callers }: UserPorts, projectId: string) => callers.thresholds(projectId) },
  user: {
    // The name and the note are excluded, because the entry stays after the user is erased, and short texts can be guessed from a hash.
    async read({ callers }: UserPorts, projectId: string, id: string) {
      const caller = await callers.get(projectId, id);
      return caller && { id, ignored: caller.ignored, snoozedUntil: caller.snoozedUntil };
    },
    rowLock: { sql: 'UPDATE callers SET id = id WHERE id = ? AND project_id = ?', byProject: true },
  },
};
