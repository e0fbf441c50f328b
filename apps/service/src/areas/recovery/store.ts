import { hasUrlCredentials, NO_URL_CREDENTIALS, removeUrlCredentials } from '@context-sync/core/url-credentials';
import { isWithinDepth, MAX_JSON_DEPTH } from '@context-sync/redaction';
import { z } from 'zod';
import type { ListPage } from '../../platform/database/list-page.ts';
import type { EndpointName } from '../logs/endpoint-name.ts';

/** The actions that a step can request from the user. */
export const STEP_ACTIONS = ['change', 'call', 'read', 'wait', 'ask-a-person'] as const;
/** Users who get the `recovery` member in the body of an error. */
export const HINT_AUDIENCES = ['agents', 'everyone'] as const;

const MAX_URL_CHARS = 2_048;
const webUrl = z.url({ protocol: /^https?$/ }).max(MAX_URL_CHARS);
const publicUrl = webUrl.refine((text) => !hasUrlCredentials(text), NO_URL_CREDENTIALS);
/**
 * A URL that may have been stored before URLs with a user name or a password were rejected. The user name and password are removed, because other
 * people can read the URL.
 */
const storedUrl = webUrl.transform(removeUrlCredentials);
const operationId = z.string().min(1).max(256);

/** The conditions of a hint. A hint matches an error that meets all of them. */
const matchInput = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Za-z]{1,16}$/, 'must be an HTTP method')
    .transform((method) => method.toUpperCase())
    .optional(),
  route: z.string().min(1).max(1_024).optional().describe('Template of the path, such as `/pets/{petId}`'),
  operationId: operationId.optional().describe('Operation of the OpenAPI document, instead of method and route'),
  status: z.union([z.int().min(400).max(599), z.enum(['4xx', '5xx'])]),
  errorCode: z.string().min(1).max(128).optional(),
  messageContains: z.string().min(1).max(300).optional().describe('Text that the body of the response contains'),
});

/** Returns the schema of a step. @param url schema of a URL */
const createStepSchema = <Url extends z.ZodType<string>>(url: Url) =>
  z.strictObject({
    do: z.enum(STEP_ACTIONS),
    text: z.string().min(1).max(300).describe('What to do. A constant text that contains no data from the request'),
    field: z
      .string()
      .max(256)
      .regex(/^(\/([^~/]|~[01])*)*$/, 'must be a JSON pointer (RFC 6901), such as /pet/weight')
      .optional()
      .describe('JSON pointer to the field of the request to change'),
    operation: operationId.optional().describe('Operation of the OpenAPI document to call'),
    url: url.optional().describe('Page to read'),
    example: z
      .unknown()
      .optional()
      .refine(isWithinDepth, `must not be nested deeper than ${MAX_JSON_DEPTH} levels`)
      .describe('A valid value, or an example request'),
  });

/** Returns the schema of the input of a hint. @param url schema of a URL */
const createHintSchema = <Url extends z.ZodType<string>>(url: Url) =>
  z.strictObject({
    title: z.string().min(1).max(120),
    match: matchInput,
    retryable: z
      .boolean()
      .nullable()
      .default(null)
      .describe('Whether the same request can succeed later; null if unknown'),
    retryAfterSeconds: z.int().min(0).max(86_400).optional().describe('Sent as Retry-After if the API sends none'),
    steps: z.array(createStepSchema(url)).min(1).max(5),
    documentation: url.optional().describe('Page about the error; sent as `Link: <…>; rel="help"`'),
    audience: z
      .enum(HINT_AUDIENCES)
      .default('agents')
      .describe('Who receives the hint in the body of JSON errors. Every user receives the link'),
    holdOutPercent: z
      .int()
      .min(0)
      .max(50)
      .default(0)
      .describe('Share of users from whom the hint is withheld until it is edited, to measure its effect'),
    enabled: z.boolean().default(true),
  });

export const hintInput = createHintSchema(publicUrl);
/** Schema of a stored hint. Validation rules that were added later do not apply, so that hints of older versions can still be read. */
export const storedHint = createHintSchema(storedUrl);
export type HintInput = z.output<typeof hintInput>;
export type HintMatchInput = HintInput['match'];

/** A hint: a list of steps to take after a known error. */
export interface Hint extends HintInput {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Numbers of distinct users with an error that the hint matched, by the outcome of their first error. */
export interface RecoveryCounts {
  /** Number of users who got the hint, and number of those who recovered. */
  readonly delivered: number;
  readonly recovered: number;
  /** Number of users from whom the hint was withheld, and number of those who recovered. */
  readonly withheld: number;
  readonly recoveredWithheld: number;
  /** Number of users whose time to recover has not ended yet. The other numbers do not include them. */
  readonly pending: number;
}

/** The first delivery of a version of a hint to a user on one day. */
export interface UserDelivery {
  readonly hintId: string;
  readonly title: string;
  readonly at: string;
  readonly method: string;
  readonly route: string;
  /** Whether the hint was withheld to measure its effect. */
  readonly withheld: boolean;
  /** Whether the user recovered; null while the time to recover has not ended. */
  readonly recovered: boolean | null;
}

/** A request and its outcome. */
export interface UserOutcome {
  /** Normalized identifier of the user; null if unknown. */
  readonly user: string | null;
  readonly status: number;
  /** Error code of the response; empty if the response contained none. */
  readonly errorCode: string;
  /** Id of the hint that the response contained or that was withheld; null if no hint matched. */
  readonly hintId: string | null;
}

/** The recovery hints of a project, and the users who received them. A log that contains the id of a hint is a delivery of this hint. */
export interface Hints {
  /**
   * Creates a hint. Concurrent calls cannot exceed the maximum number of hints, because each call locks the project.
   * @param matchKey key that is equal for all hints that match the same errors
   * @returns the new hint; the id of another hint with this key; or the maximum number of hints if the limit is reached
   */
  create(
    projectId: string,
    input: HintInput,
    matchKey: string,
  ): Promise<Hint | { readonly sameAs: string } | { readonly limit: number }>;
  /**
   * Replaces a hint.
   * @returns the new hint; the id of another hint with this key; undefined if the hint does not exist
   */
  replace(
    projectId: string,
    id: string,
    input: HintInput,
    matchKey: string,
  ): Promise<Hint | { readonly sameAs: string } | undefined>;
  get(projectId: string, id: string): Promise<Hint | undefined>;
  /** Deletes a hint and its deliveries. */
  delete(projectId: string, id: string): Promise<boolean>;
  /**
   * Returns a page of hints, oldest first.
   * @throws CursorError
   */
  list(projectId: string, page: { limit: number; cursor?: string | undefined }): Promise<ListPage<Hint>>;
  /** Returns a version of the hints, which is computed from their content; empty if there are none. */
  version(projectId: string): Promise<string>;
  /** Returns all hints, oldest first. */
  all(projectId: string): Promise<Hint[]>;
  /**
   * Counts the users whose first delivery of a version is in a time range, and who were not in both groups during this time.
   * @param options.agentsOnly whether to ignore deliveries to clients that are not AI agents
   * @param options.version current version of the hint
   * @param options.changedAt time of the last change of the hint; deliveries without a version are included if they are later
   */
  deliveries(
    projectId: string,
    id: string,
    options: { since: string; until: string; now: string; agentsOnly: boolean; version: string; changedAt: string },
  ): Promise<RecoveryCounts>;
  /** Returns the deliveries to a user, newest first. */
  listUserDeliveries(projectId: string, userId: string, page: { limit: number; now: string }): Promise<UserDelivery[]>;
  /** Yields the requests to an endpoint in chronological order. */
  outcomes(
    projectId: string,
    endpoint: EndpointName,
    range: { since: string; until: string },
  ): AsyncIterable<readonly UserOutcome[]>;
  /**
   * Stores which users recovered, and removes the email addresses of users from the deliveries. The logs that show the recovery can be deleted
   * afterwards.
   * @param before resolves only deliveries whose time to recover ended before this time
   */
  resolve(projectId: string, before: string): Promise<number>;
}

/** Maximum time in milliseconds after an error for which a 2xx response of the same endpoint is treated as a recovery. */
export const RECOVERY_MS = 600_000;

/** The port for recovery hints. */
export interface RecoveryPorts {
  readonly hints: Hints;
}
