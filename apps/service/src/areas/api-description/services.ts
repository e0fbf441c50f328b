import type { AreaStore } from '../../platform/ports.ts';
import type { DescriptionParsers } from './description-parsers.ts';
import type { Descriptions } from './descriptions.ts';
import type { ApiDescriptionPorts } from './store.ts';

/** What the operations and tools of OpenAPI documents use. */
export interface ApiDescriptionServices {
  readonly store: AreaStore<ApiDescriptionPorts>;
  readonly descriptionParsers: DescriptionParsers;
  readonly descriptions: Descriptions;
}
