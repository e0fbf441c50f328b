import type { PortalHosts } from '../../platform/http/portal-hosts.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { DataSourcePorts } from '../data-sources/store.ts';
import type { DocsAssetPorts } from './asset-store.ts';
import type { DocsRenderer } from './docs-renderer.ts';
import type { DocsPorts } from './store.ts';

/** What the operations and pages of the docs use. */
export interface DocsServices {
  readonly store: AreaStore<DocsPorts & DocsAssetPorts & DataSourcePorts>;
  readonly docsRenderer: DocsRenderer;
  readonly publicUrl: string | undefined;
  readonly portalHosts: PortalHosts;
}
