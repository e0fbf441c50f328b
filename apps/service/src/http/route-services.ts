import type { Parsers } from '../parsing/parsers.ts';
import type { Store } from '../store/store.ts';
import type { Endpoints } from '../traffic/endpoint-matchers.ts';

/** Dependencies of the routes. */
export interface Services {
  readonly store: Store;
  /** Parses logs and OpenAPI documents; large ones in worker processes. */
  readonly parsers: Parsers;
  /** Assigns logs to the endpoints of the captured API. */
  readonly endpoints: Endpoints;
}
