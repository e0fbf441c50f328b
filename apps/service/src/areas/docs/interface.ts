import { defineInterface } from '../../platform/area.ts';
import { addDocsAssetRoutes } from './asset-routes.ts';
import { MAX_ASSET_BYTES } from './asset-store.ts';
import { MAX_BATCH_BYTES } from './batch-route.ts';
import { addPortalForms } from './portal-forms.tsx';
import { addPortalRoutes } from './portal-routes.ts';
import { addDocsRoutes, MAX_PAGE_BODY_BYTES } from './routes.ts';
import type { DocsServices } from './services.ts';

export const docsInterface = defineInterface({
  bodies: [
    { path: /\/docs\/pages-batch$/, maxSize: MAX_BATCH_BYTES, gzip: true },
    { path: /\/docs\/pages\/[^/]+$/, maxSize: MAX_PAGE_BODY_BYTES },
    { path: /\/docs\/assets\/[^/]+$/, maxSize: MAX_ASSET_BYTES },
  ],
  addPages(pages, services: DocsServices) {
    addPortalForms(pages, services);
    addPortalRoutes(pages, services);
  },
  addRoutes(app, services: DocsServices) {
    addDocsRoutes(app, services);
    addDocsAssetRoutes(app, services);
  },
});
