import type { AreaStore } from '../../platform/ports.ts';
import type { OpenapiDocuments } from './openapi-documents.ts';
import type { OpenapiParsers } from './openapi-parsers.ts';
import type { ApiDescriptionPorts } from './store.ts';

/** Services that the operations and tools of OpenAPI documents use. */
export interface ApiDescriptionServices {
  readonly store: AreaStore<ApiDescriptionPorts>;
  readonly openapiParsers: OpenapiParsers;
  readonly openapiDocuments: OpenapiDocuments;
}
