import type { ApiError } from '../errors/api-error.ts';
import { classify } from '../errors/classify.ts';
import { NetworkError } from '../errors/unanswered.ts';
import { truncate } from '../text.ts';
import { ConnectionFailure, HttpFailure } from './attempt.ts';
import { looseText } from './loose-answer.ts';
import { withoutSecrets } from './secret-forms.ts';

const MAX_MESSAGE_CHARS = 500;

export interface FailedRequest {
  readonly request: string;
  readonly mayHaveActed: boolean;
  readonly apiKey: string;
}

/** Returns the ApiError for a failed attempt, and any other error as it is. The message never contains the key. */
export function toApiError(error: unknown, failed: FailedRequest): unknown {
  const { request, mayHaveActed } = failed;
  if (error instanceof HttpFailure) return toAnsweredError(error, failed);
  if (!(error instanceof ConnectionFailure)) return error;
  const { cause } = error;
  return new NetworkError(`${request} failed: ${rootMessage(cause)}`, { request, mayHaveActed, cause });
}

function rootMessage(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) cause = cause.errors[0];
  if (!(cause instanceof Error)) return 'the connection broke';
  return cause.message || (cause as Error & { code?: string }).code || cause.name;
}

function toAnsweredError(failure: HttpFailure, { request, mayHaveActed, apiKey }: FailedRequest): ApiError {
  const { status, headers, body: data } = failure;
  const body = (data as { error?: unknown } | undefined)?.error;
  const code = looseText(body, 'code');
  const requestId = headers.get('x-request-id') ?? looseText(body, 'requestId') ?? looseText(data, 'requestId');
  const said = looseText(body, 'message');
  const location = headers.get('location');
  const what = said ? `: ${said}` : status < 400 && location ? `: redirect to ${originOf(location)}` : '';
  const message = toPrintableLine(`${request} was answered with ${status}${code ? ` ${code}` : ''}${what}`, apiKey);
  return new (classify(status, code))(message, {
    request,
    status,
    mayHaveActed,
    ...(code === undefined ? {} : { code: toPrintableLine(code, apiKey) }),
    ...(requestId ? { requestId: toPrintableLine(requestId, apiKey) } : {}),
  });
}

function originOf(location: string): string {
  return URL.canParse(location) ? new URL(location).origin : 'another path';
}

/** Makes a server's text safe to print: one line, of limited length, without the key in any of its encodings. */
function toPrintableLine(text: string, apiKey: string): string {
  const line = withoutSecrets(text, [apiKey])
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return truncate(line, MAX_MESSAGE_CHARS);
}
