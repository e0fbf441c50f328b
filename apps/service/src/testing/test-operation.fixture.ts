import type { ServiceStore } from '../areas.ts';

export interface TestOperation {
  readonly method: string;
  /** Path below the project, with placeholders such as `{itemId}` for ids. */
  readonly path: string;
  readonly json?: unknown;
  /** Raw body. `headers` must contain its headers. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
  /** Whether the same request fails after it has succeeded once. Not needed for deletions. */
  readonly succeedsOnce?: true;
  /** Whether the request creates the resource at its path if it does not exist. */
  readonly createsTarget?: true;
  /** Query of the example in the API reference, so that the response is not empty. */
  readonly exampleQuery?: string;
  /**
   * Time at which the example of the API reference is sent: before the resources are created, or after the deletions. By default, together with the
   * other examples.
   */
  readonly exampleOrder?: 'before-resources' | 'after-deletions';
}

/** Context of a function that creates resources. */
export interface ResourceRequests {
  readonly slug: string;
  /** The store, for resources that no request can create. */
  readonly store: ServiceStore;
  /** Sends a valid request to the project, and returns the id of the resource that it created. */
  create(path: string, json: unknown): Promise<string>;
  send(method: string, path: string, json: unknown): Promise<void>;
  /** Folds the logs of the project into the counts, and returns the id of the user of the log that the logs area has stored. */
  foldedUser(): Promise<string>;
}

/** The exports of an area's `operations.fixture.ts`. */
export interface AreaOperations {
  /** A valid request for each operation whose path is below `/projects/{slug}`. */
  readonly OPERATIONS?: readonly TestOperation[];
  /** A valid request for each other operation, with the whole path. */
  readonly OPERATIONS_OUTSIDE_PROJECTS?: readonly TestOperation[];
  /** Creates the resources that the operations read, change and delete. Returns ids by the placeholders of the area's paths. */
  createResources?(requests: ResourceRequests): Promise<Readonly<Record<string, string>>>;
}
