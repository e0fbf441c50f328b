import type { Redact } from '../redact/redact.ts';
import type { Store } from '../store/store.ts';

/** What the routes work with. */
export interface Services {
  readonly store: Store;
  /** Takes secrets out of what is captured, before it is stored. */
  readonly redact: Redact;
}
