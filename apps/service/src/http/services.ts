import type { Parsers } from '../parsing/parsers.ts';
import type { Store } from '../store/store.ts';

/** What the routes work with. */
export interface Services {
  readonly store: Store;
  /** Parses logs and API descriptions, large ones in worker processes. */
  readonly parsers: Parsers;
}
