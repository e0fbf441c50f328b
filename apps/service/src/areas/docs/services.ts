import type { PortalHosts } from '../../platform/http/portal-hosts.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { Endpoints } from '../api-description/endpoint-matchers.ts';
import type { OpenapiDocuments } from '../api-description/openapi-documents.ts';
import type { DataSourcePorts } from '../data-sources/store.ts';
import type { FeedbackServices } from '../feedback/services.ts';
import type { FeedbackPorts } from '../feedback/store.ts';
import type { LogPorts } from '../logs/store.ts';
import type { MetricsPorts } from '../metrics/store.ts';
import type { ProjectSearchPorts } from '../search/store.ts';
import type { UseCasePorts } from '../use-cases/store.ts';
import type { UserPorts } from '../users/store.ts';
import type { DocsAssetPorts } from './asset-store.ts';
import type { DocsRenderer } from './docs-renderer.ts';
import type { Portal } from './portal.tsx';
import type { PortalSearch } from './portal-search.ts';
import type { DocsPreviewPorts } from './preview-store.ts';
import type { DocsPorts } from './store.ts';

/** Services that the operations and pages of the docs use. */
export interface DocsServices {
  readonly store: AreaStore<
    DocsPorts &
      DocsPreviewPorts &
      DocsAssetPorts &
      DataSourcePorts &
      UseCasePorts &
      MetricsPorts &
      ProjectSearchPorts &
      FeedbackPorts &
      LogPorts &
      UserPorts
  >;
  readonly endpoints: Pick<Endpoints, 'getMatcher'>;
  readonly openapiDocuments: Pick<OpenapiDocuments, 'sha256' | 'last' | 'lookUpLast'>;
  readonly redaction: FeedbackServices['redaction'];
  readonly docsRenderer: DocsRenderer;
  readonly portal: Portal;
  readonly portalSearch: PortalSearch;
  readonly publicUrl: string | undefined;
  readonly portalHosts: PortalHosts;
}
