import { defineInterface } from '../../platform/area.ts';
import { addDiscoveryRoutes } from './discovery-routes.ts';
import { addSetupPage } from './setup-page.tsx';

export const mcpInterface = defineInterface({
  addRoutes: (app, services: { readonly publicUrl: string | undefined }) => addDiscoveryRoutes(app, services.publicUrl),
  addPages: (pages) => addSetupPage(pages),
});
