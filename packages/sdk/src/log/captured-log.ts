import type { BodyText } from './body-collector.ts';

/** Which recovery hint matched an error, and how it reached the caller. */
export interface HintDelivery {
  readonly hint: string;
  /** Parts of the response to which the hint was added; empty if the hint was withheld. */
  readonly sentIn: readonly ('link' | 'body')[];
  /** Withheld on purpose, to compare callers with and without the hint. */
  readonly withheld: boolean;
}

/** One request and its response, not yet redacted. */
export interface CapturedLog {
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly user: string | undefined;
  /** Milliseconds since 1970. */
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
  /** The connection closed before the response was complete. */
  readonly aborted: boolean;
  readonly delivery: HintDelivery | undefined;
}
