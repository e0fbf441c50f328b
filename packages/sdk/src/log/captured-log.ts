import type { BodyText } from './body-collector.ts';

/** A part of a response that can contain a hint. */
export type HintPart = 'link' | 'retry-after' | 'body';

/** The recovery hint that matched an error, and the form in which the user received it. */
export interface HintDelivery {
  readonly hint: string;
  /** Version of the hint; undefined if the service sends none. */
  readonly version: string | undefined;
  /** Parts of the response to which the hint was added. Empty if the hint was withheld, or if this response cannot contain it. */
  readonly sentIn: readonly HintPart[];
  /** Whether the hint was withheld on purpose, so that users with and without the hint can be compared. */
  readonly withheld: boolean;
  /** Parts of the response to which a withheld hint would have been added; undefined if it was not withheld. */
  readonly withheldFrom: readonly HintPart[] | undefined;
}

/** One request and its response before redaction. */
export interface CapturedLog {
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly user: string | undefined;
  /** Start of the request in milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly route: string | undefined;
  readonly userAgent: string | undefined;
  readonly errorCode: string | undefined;
  readonly traceId: string | undefined;
  readonly requestHeaders: Readonly<Record<string, string>> | undefined;
  readonly responseHeaders: Readonly<Record<string, string>> | undefined;
  readonly requestBody: BodyText | undefined;
  readonly responseBody: BodyText | undefined;
  /** Whether the connection closed before the response was complete. */
  readonly aborted: boolean;
  readonly delivery: HintDelivery | undefined;
}

/** Maximum length of the `groupEmail` of a log. */
const MAX_USER_LENGTH = 320;

/** Returns the text that identifies a user in logs and in the choice of the control group. */
export function truncateUser(user: string | null | undefined): string | undefined {
  return user?.slice(0, MAX_USER_LENGTH).toWellFormed();
}
