import type { BodyText } from './body-collector.ts';

/** The recovery hint that matched an error, and the form in which the caller got it. */
export interface HintDelivery {
  readonly hint: string;
  /** Parts of the response to which the hint was added. Empty if the hint was withheld. */
  readonly sentIn: readonly ('link' | 'body')[];
  /** Whether the hint was withheld on purpose, so that callers with and without the hint can be compared. */
  readonly withheld: boolean;
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
