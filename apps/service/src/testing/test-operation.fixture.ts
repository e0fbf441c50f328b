import type { ServiceStore } from '../areas.ts';

export interface TestOperation {
  readonly method: string;
  /** Path below the project, with placeholders such as `{itemId}` for ids. */
  readonly path: string;
  readonly json?: unknown;
  /** Raw body; its headers are in `headers`. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
  /** True if the same request fails after it has succeeded once. Deletions need no mark. */
  readonly succeedsOnce?: true;
  /** True if the request creates the resource of its path if it does not exist. */
  readonly createsTarget?: true;
  /** Query of the example in the API reference, so that the response has something to show. */
  readonly exampleQuery?: string;
  /** When the example of the API reference is sent, if not with the others: before the resources are created, or after the deletions. */
  readonly exampleOrder?: 'before-resources' | 'after-deletions';
}

/** What a function that creates resources needs. */
export interface ResourceRequests {
  readonly slug: string;
  /** The store, for what no request creates. */
  readonly store: ServiceStore;
  /** Sends a valid request to the project, and returns the id of the resource that it created. */
  create(path: string, json: unknown): Promise<string>;
  send(method: string, path: string, json: unknown): Promise<void>;
  /** Aggregates the logs of the project, of which the area of logs has stored one, and returns the id of its user. */
  foldedUser(): Promise<string>;
}

/** What `operations.fixture.ts` of an area exports. */
export interface AreaOperations {
  /** A valid request for each operation below a project. */
  readonly OPERATIONS?: readonly TestOperation[];
  /** A valid request for each other operation, with the whole path. */
  readonly OPERATIONS_OUTSIDE_PROJECTS?: readonly TestOperation[];
  /** Creates what the operations read, change and delete. Returns ids by the placeholders of the area's paths. */
  createResources?(requests: ResourceRequests): Promise<Readonly<Record<string, string>>>;
}
