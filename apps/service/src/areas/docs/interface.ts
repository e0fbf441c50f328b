import { defineInterface, type JobContext } from '../../platform/area.ts';
import { registerTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { addDocsAssetRoutes } from './asset-routes.ts';
import { MAX_ASSET_BYTES } from './asset-store.ts';
import { MAX_BATCH_BYTES } from './batch-route.ts';
import { addFilesPage, MAX_FILE_FORM_BYTES } from './files-page.tsx';
import { addMemberPages } from './member-pages.tsx';
import { addNavigationPage } from './navigation-page.tsx';
import { addPortalForms } from './portal-forms.tsx';
import { addPortalRoutes } from './portal-routes.ts';
import { addDocsPreviewRoutes } from './preview-route.ts';
import { readPage } from './read-page-tool.ts';
import { startRendering } from './render-pages.ts';
import { addReportRoute } from './report-route.ts';
import { addDocsRoutes, MAX_PAGE_BODY_BYTES } from './routes.ts';
import { searchDocs } from './search-docs-tool.ts';
import type { DocsServices } from './services.ts';
import { addSettingsPage } from './settings-page.tsx';

const USAGE =
  'For pages, operations and use cases at once, call search_docs, then read_page for the whole text of a page.';

export const docsInterface = defineInterface({
  bodies: [
    { path: /\/docs\/pages-batch$/, maxSize: MAX_BATCH_BYTES, gzip: true },
    { path: /\/docs\/previews\/[^/]+$/, maxSize: MAX_BATCH_BYTES, gzip: true },
    { path: /\/docs\/pages\/[^/]+$/, maxSize: MAX_PAGE_BODY_BYTES },
    { path: /^\/projects\/[^/]+\/docs\/(?:new|page|navigation)$/, maxSize: MAX_PAGE_BODY_BYTES },
    { path: /^\/projects\/[^/]+\/docs\/files$/, maxSize: MAX_FILE_FORM_BYTES },
    { path: /\/docs\/assets\/[^/]+$/, maxSize: MAX_ASSET_BYTES },
  ],
  addPages(pages, services: DocsServices) {
    addMemberPages(pages, services);
    addFilesPage(pages, services);
    addNavigationPage(pages, services);
    addSettingsPage(pages, services);
    addPortalForms(pages, services);
    addPortalRoutes(pages, services);
  },
  addRoutes(app, services: DocsServices) {
    addReportRoute(app, services);
    addDocsRoutes(app, services);
    addDocsAssetRoutes(app, services);
    addDocsPreviewRoutes(app, services);
  },
  listTools: (services: DocsServices, viewer: McpViewer) => [
    registerTool(searchDocs(services, viewer), { isPublic: true, usage: USAGE }),
    registerTool(readPage(services, viewer), { isPublic: true, usage: USAGE }),
  ],
  startJobs: (services: DocsServices, context: JobContext) => [startRendering(services, context)],
});
