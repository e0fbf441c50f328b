import type { OpenAPIHono } from '@hono/zod-openapi';
import type { RunningRequest } from '../rate-limit/running-requests.ts';
import type { Principal, Project } from './accounts.ts';

/** Per-request variables. */
export interface Environment {
  Variables: {
    requestId: string;
    principal: Principal;
    /** Client IP address of a request without a key. */
    address: string;
    /** The project in the path. The client has access to the project. */
    project: Project;
    /** Tracks the memory that the request uses; undefined before authentication. */
    running: RunningRequest | undefined;
    /** True after the request has been recorded in the audit log. */
    audited?: true;
  };
}

export type App = OpenAPIHono<Environment>;
