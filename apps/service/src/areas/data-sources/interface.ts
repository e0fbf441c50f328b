import { defineInterface } from '../../platform/area.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { addDataSourceRoutes } from './routes.ts';
import type { DataSourcePorts } from './store.ts';

export const dataSourcesInterface = defineInterface({
  addRoutes: (app, services: { readonly store: AreaStore<DataSourcePorts> }) => addDataSourceRoutes(app, services),
});
