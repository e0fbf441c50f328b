import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { createSqlDataSources } from './sql.ts';
import type { DataSourcePorts } from './store.ts';
import { DATA_SOURCE_TABLES } from './tables.ts';

export const dataSourcesArea = defineArea({
  name: 'data-sources',
  tables: DATA_SOURCE_TABLES,
  auditActions: ['data-source.create', 'data-source.delete'],
  auditTargets: {
    'data-source': {
      read: ({ dataSources }: DataSourcePorts, projectId: string, id: string) => dataSources.get(projectId, id),
    },
  },
  createPorts: ({ sql }: SqlContext): DataSourcePorts => ({ dataSources: createSqlDataSources(sql) }),
  reads: { dataSources: { list: 'quick', get: 'quick' } },
  load: async () => (await import('./interface.ts')).dataSourcesInterface,
});
