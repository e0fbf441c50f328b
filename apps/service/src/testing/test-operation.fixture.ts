export interface TestOperation {
  readonly method: string;
  /** Path below the project, with placeholders such as `{itemId}` for ids. */
  readonly path: string;
  readonly json?: unknown;
  /** Raw body; its headers are in `headers`. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
}
