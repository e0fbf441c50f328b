import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Caller } from '../store/accounts.ts';

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
