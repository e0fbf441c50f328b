import type { AuditTargets } from '../../platform/audit/audit.ts';
import type { ContextPorts } from './store.ts';

/** How the targets of the area's audit entries are read and locked. */
export const CONTEXT_AUDIT_TARGETS: AuditTargets<ContextPorts> = {
  'context-item': {
    read: ({ contextItems }: ContextPorts, projectId: string, id: string) => contextItems.get(projectId, id),
    rowLock: { sql: 'UPDATE context_items SET id = id WHERE id = ?' },
  },
};
