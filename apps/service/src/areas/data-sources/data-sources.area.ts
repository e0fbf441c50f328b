import { defineArea } from '../../platform/area.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { addDataSourceRoutes } from './routes.ts';
import type { DataSourcePorts } from './store.ts';
import { DATA_SOURCE_TABLES } from './tables.ts';

export const dataSourcesArea = defineArea({
  name: 'data-sources',
  tables: DATA_SOURCE_TABLES,
  auditActions: ['data-source.create', 'data-source.delete'],
  addRoutes: (app, services: { readonly store: AreaStore<DataSourcePorts> }) => addDataSourceRoutes(app, services),
});
