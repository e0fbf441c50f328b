import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Caller, Store } from '../store/store.ts';

/** What a request carries through the handlers. */
export interface Environment {
  Variables: { requestId: string; caller: Caller };
}

export type App = OpenAPIHono<Environment>;

export interface Services {
  readonly store: Store;
}
