import type { AreaStore } from '../../platform/ports.ts';
import type { DocsRenderer } from './docs-renderer.ts';
import type { DocsPorts } from './store.ts';

/** What the operations and pages of the docs use. */
export interface DocsServices {
  readonly store: AreaStore<DocsPorts>;
  readonly docsRenderer: DocsRenderer;
}
