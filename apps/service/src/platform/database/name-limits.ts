/**
 * Limits of the lists whose names come from captured requests or from clients. When such a list is full, a frequently used name replaces an unused
 * one, or the response is an error that contains the limit. For every limit, `name-limits.test.ts` has a test that fills the list.
 */
export const NAME_LIMITS = {
  /** Endpoints of the OpenAPI document that are counted separately. The limit equals the maximum number of operations of a document. */
  documentedEndpoints: 5_000,
  /** Endpoints of a project whose route was sent with the logs. */
  sentEndpoints: 2_000,
  /** Endpoints of a project whose route was derived from URLs. */
  inferredEndpoints: 2_000,
  /** Environments of a project that are counted separately. */
  environments: 20,
  /** Combinations of a documented or sent endpoint, a status and an error code per project and day. */
  knownErrorsPerDay: 1_000,
  /** Combinations of any other endpoint, a status and an error code per project and day. */
  otherErrorsPerDay: 1_000,
  /** Other forms of a user's email address (letter case and spaces). */
  spellings: 10,
  /** Recovery hints of a project. */
  hints: 200,
  /** MCP clients of a project and day whose calls are counted separately. */
  mcpClientsPerDay: 50,
  /** API keys, and IP addresses of clients without a key, that have separate rate limits. */
  rateLimitedNames: 10_000,
  /** Names that one summary line of the service's log counts separately. */
  loggedNames: 10,
} as const;
