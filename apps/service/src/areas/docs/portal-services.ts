import type { PortalHosts } from '../../platform/http/portal-hosts.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { OpenapiDocuments } from '../api-description/openapi-documents.ts';
import type { DataSourcePorts } from '../data-sources/store.ts';
import type { RecoveryPorts } from '../recovery/store.ts';
import type { DocsAssetPorts } from './asset-store.ts';
import type { DocsRenderer } from './docs-renderer.ts';
import type { PortalUseCaseServices } from './portal-use-cases.ts';
import type { DocsPorts } from './store.ts';

/** Services that the portals use. */
export interface PortalServices extends PortalUseCaseServices {
  readonly store: PortalUseCaseServices['store'] &
    AreaStore<DocsPorts & DocsAssetPorts & DataSourcePorts & RecoveryPorts>;
  readonly openapiDocuments: Pick<OpenapiDocuments, 'sha256' | 'last' | 'lookUpLast'>;
  readonly docsRenderer: DocsRenderer;
  readonly publicUrl: string | undefined;
  readonly portalHosts: PortalHosts;
}
