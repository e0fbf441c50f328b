import type { Parsers } from '../parsing/parsers.ts';
import type { Store } from '../store/store.ts';
import type { Endpoints } from '../traffic/endpoint-matchers.ts';

/** The dependencies that routes share. */
export interface Services {
  readonly store: Store;
  /** Parsers of logs and OpenAPI documents. Large bodies are parsed in worker processes. */
  readonly parsers: Parsers;
  /** Assigns logs to the endpoints of the captured API. */
  readonly endpoints: Endpoints;
}
