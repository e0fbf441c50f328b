/**
 * Limits of the lists whose names come from captured requests or from clients. When such a list is full, a name that is used gets the place of a
 * name that is not, or the response is an error that names the limit. Every entry has a test that fills the list first: `name-limits.test.ts`.
 */
export const NAME_LIMITS = {
  /** Endpoints of the OpenAPI document that are counted separately: all operations that a document can have. */
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
  /** Other spellings of an address in the record of a user. */
  spellings: 10,
  /** Recovery hints of a project. */
  hints: 200,
  /** MCP clients of a project and day whose calls are counted by their names. */
  mcpClientsPerDay: 50,
  /** API keys, and client addresses without a key, whose requests are limited separately. */
  rateLimitedNames: 10_000,
  /** Names that a line of the service's log counts separately. */
  loggedNames: 10,
} as const;
