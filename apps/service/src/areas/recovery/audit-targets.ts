import type { AuditTargets } from '../../platform/audit/audit.ts';
import type { RecoveryPorts } from './store.ts';

/** How the targets of the area's audit entries are read and locked. */
export const RECOVERY_AUDIT_TARGETS: AuditTargets<RecoveryPorts> = {
  hint: { read: ({ hints }: RecoveryPorts, projectId: string, id: string) => hints.get(projectId, id) },
};
