import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Caller } from '../store/accounts.ts';

/** Per-request variables. */
export interface Environment {
  Variables: {
    requestId: string;
    caller: Caller;
    /** True after the request has been recorded in the audit log. */
    audited?: true;
  };
}

export type App = OpenAPIHono<Environment>;
