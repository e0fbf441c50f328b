import type { UserStore } from './store.ts';

/** What the operations and tools of users use. */
export interface UserServices {
  readonly store: UserStore;
}
