import type { Json } from './json-value.ts';
import type { OperationKind } from './path-items.ts';
import type { ServerVariable } from './servers.ts';

/** A request or response body in one media type. */
export interface ContentView {
  readonly mediaType: string;
  readonly schema?: Json;
  /** Schema of each item of a sequence, such as a stream of JSON lines (OpenAPI 3.2). */
  readonly itemSchema?: Json;
  readonly examples?: readonly Json[];
}

/** Description of an operation with everything that a client needs to call it. */
export interface OperationView {
  /** Absent for operations that clients send; `webhook` and `callback` are requests that the API sends. */
  readonly kind?: Exclude<OperationKind, 'path'>;
  readonly method: string;
  /** The path, the name of the webhook, or the runtime expression of the callback. */
  readonly path: string;
  /** Name of the callback. */
  readonly callback?: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Base URLs of the API's servers, as written in the document. */
  readonly servers: readonly string[];
  /** Variables in the base URLs. */
  readonly serverVariables?: readonly ServerVariable[];
  /** Alternative security requirements. Each lists the security schemes that are required together. */
  readonly security: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema?: Json;
    readonly examples?: readonly Json[];
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly description?: string;
    readonly content: readonly ContentView[];
  };
  readonly responses: readonly {
    /** A status code, a range such as `4XX`, or `default`. */
    readonly status: string;
    readonly description?: string;
    readonly headers?: Json;
    readonly content: readonly ContentView[];
  }[];
  /** Names of the component schemas that the operation uses, including only schemas that the inlined references reach. */
  readonly schemas: readonly string[];
  /** References that are left because they are recursive, to another document, without a target, or too large to inline. */
  readonly unresolved: readonly string[];
  /** Whether the view is shortened because it was too long even without inlined references. */
  readonly truncated: boolean;
}

/** An operation view before references are inlined. */
export type RawView = Omit<OperationView, 'schemas' | 'unresolved' | 'truncated'>;
