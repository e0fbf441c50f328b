import type { Endpoints } from '../../areas/api-description/endpoint-matchers.ts';
import type { Store } from '../database/store.ts';
import type { Parsers } from '../parsing/parsers.ts';

/** The dependencies that routes share. */
export interface Services {
  readonly store: Store;
  /** Parsers of logs and OpenAPI documents. Large bodies are parsed in worker processes. */
  readonly parsers: Parsers;
  /** Assigns logs to the endpoints of the captured API. */
  readonly endpoints: Endpoints;
}
