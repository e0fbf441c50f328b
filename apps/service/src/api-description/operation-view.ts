import type { Json } from './json.ts';

/** A body in one media type. */
export interface ContentView {
  readonly mediaType: string;
  readonly schema?: Json;
  readonly examples?: readonly Json[];
}

/** All that somebody who calls an operation needs to know of it. */
export interface OperationView {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Base URLs, as the description writes them. */
  readonly servers: readonly string[];
  /** Alternatives, each with what it asks for together. */
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
    /** A number, a range such as `4XX`, or `default`. */
    readonly status: string;
    readonly description?: string;
    readonly headers?: Json;
    readonly content: readonly ContentView[];
  }[];
  /** References that are left in the schemas, because what they lead to is too much, or leads back to itself. */
  readonly unresolved: readonly string[];
  /** Whether parts of it are left out, because it is too much even with all its references left. */
  readonly truncated: boolean;
}

/** An operation before its references are followed. */
export type RawView = Omit<OperationView, 'unresolved' | 'truncated'>;
