import type { UserStore } from './store.ts';

/** Services that the operations and tools of users use. */
export interface UserServices {
  readonly store: UserStore;
}
