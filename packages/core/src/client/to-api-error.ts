import { truncate } from '@context-sync/base';
import type { ApiError } from '../errors/api-error.ts';
import { classifyError } from '../errors/classify-error.ts';
import { NetworkError } from '../errors/connection-errors.ts';
import { getRequestedDelayMs } from '../retry.ts';
import { getStringMember } from './api-response.ts';
import { ConnectionFailure, HttpFailure } from './request-attempt.ts';
import { replaceSecrets } from './secret-encodings.ts';

const MAX_MESSAGE_CHARS = 500;

export interface FailedRequest {
  readonly request: string;
  readonly outcomeUnknown: boolean;
  readonly apiKey: string;
}

/** Converts the error of a failed attempt to an ApiError, and returns any other error unchanged. The message never contains the key. */
export function toApiError(error: unknown, failedRequest: FailedRequest): unknown {
  const { request, outcomeUnknown } = failedRequest;
  if (error instanceof HttpFailure) return toResponseError(error, failedRequest);
  if (!(error instanceof ConnectionFailure)) return error;
  const { cause } = error;
  return new NetworkError(`${request} failed: ${getRootMessage(cause)}`, { request, outcomeUnknown, cause });
}

function getRootMessage(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) cause = cause.errors[0];
  if (!(cause instanceof Error)) return 'the connection broke';
  return cause.message || (cause as Error & { code?: string }).code || cause.name;
}

function toResponseError(failure: HttpFailure, { request, outcomeUnknown, apiKey }: FailedRequest): ApiError {
  const { status, headers, body: data } = failure;
  const body = (data as { error?: unknown } | undefined)?.error;
  const code = getStringMember(body, 'code');
  const requestId =
    headers.get('x-request-id') ?? getStringMember(body, 'requestId') ?? getStringMember(data, 'requestId');
  const serverMessage = getStringMember(body, 'message');
  const location = headers.get('location');
  const detail = serverMessage
    ? `: ${serverMessage}`
    : status < 400 && location
      ? `: redirect to ${getOrigin(location)}`
      : '';
  const wait = describeRequestedWait(failure);
  const message = toPrintableLine(`${request} returned ${status}${code ? ` ${code}` : ''}${detail}${wait}`, apiKey);
  return new (classifyError(status, code))(message, {
    request,
    status,
    outcomeUnknown,
    ...(code === undefined ? {} : { code: toPrintableLine(code, apiKey) }),
    ...(requestId ? { requestId: toPrintableLine(requestId, apiKey) } : {}),
  });
}

/** Minimum wait in milliseconds that an error message mentions. Shorter waits are part of the retries. */
const MIN_MENTIONED_WAIT_MS = 60_000;

/** Describes the wait that a response requests if no run waits that long. Returns an empty string for a short wait. */
function describeRequestedWait({ status, headers }: HttpFailure): string {
  const milliseconds = getRequestedDelayMs(headers, { isLimited: status === 429 }) ?? 0;
  if (milliseconds < MIN_MENTIONED_WAIT_MS) return '';
  const minutes = Math.ceil(milliseconds / 60_000);
  return `; the platform asks to wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

function getOrigin(location: string): string {
  return URL.canParse(location) ? new URL(location).origin : 'another path';
}

/** Makes a text from the server safe to print: one line of limited length, without the key in any of its encodings. */
function toPrintableLine(text: string, apiKey: string): string {
  const line = replaceSecrets(text, [apiKey])
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return truncate(line, MAX_MESSAGE_CHARS);
}
