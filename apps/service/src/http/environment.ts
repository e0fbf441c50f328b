import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Redact } from '../redact/redact.ts';
import type { Caller } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';

/** What a request carries through the handlers. */
export interface Environment {
  Variables: {
    requestId: string;
    caller: Caller;
    /** Whether what this request does was written into the audit. */
    audited?: true;
  };
}

export type App = OpenAPIHono<Environment>;

export interface Services {
  readonly store: Store;
  /** Takes secrets out of what is captured, before it is stored. */
  readonly redact: Redact;
}
