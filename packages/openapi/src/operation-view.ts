import type { Json } from './json-value.ts';

/** A request or response body in one media type. */
export interface ContentView {
  readonly mediaType: string;
  readonly schema?: Json;
  readonly examples?: readonly Json[];
}

/** Description of an operation with everything that a caller needs to call it. */
export interface OperationView {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Base URLs of the API's servers, as written in the document. */
  readonly servers: readonly string[];
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
  /** References that are left in the schemas because they are recursive or too large to inline. */
  readonly unresolved: readonly string[];
  /** Whether the view is shortened because it was too long even without inlined references. */
  readonly truncated: boolean;
}

/** An operation view before references are inlined. */
export type RawView = Omit<OperationView, 'unresolved' | 'truncated'>;
