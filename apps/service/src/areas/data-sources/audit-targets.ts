import type { AuditTargets } from '../../platform/audit/audit.ts';
import type { DataSourcePorts } from './store.ts';

/** How the targets of the area's audit entries are read and locked. */
export const DATA_SOURCE_AUDIT_TARGETS: AuditTargets<DataSourcePorts> = {
  'data-source': {
    read: ({ dataSources }: DataSourcePorts, projectId: string, id: string) => dataSources.get(projectId, id),
  },
};
