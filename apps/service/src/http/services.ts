import type { Parsers } from '../parsing/parsers.ts';
import type { Store } from '../store/store.ts';

/** Dependencies of the routes. */
export interface Services {
  readonly store: Store;
  /** Parses logs and OpenAPI documents; large ones in worker processes. */
  readonly parsers: Parsers;
}
