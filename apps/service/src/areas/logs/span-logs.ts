import { findIdProblem, findInnerUsers, getSpanRequest, type OtlpTraces } from '@context-sync/otlp';
import { type NewLog, newLogSchema } from './new-log.ts';

/** A log that was created from a span, with the ids of the span. */
export interface SpanLog {
  readonly traceId: string;
  readonly spanId: string;
  readonly log: NewLog;
}

/** The logs that were created from spans, and the number of rejected spans. */
export interface SpanLogBatch {
  readonly logs: readonly SpanLog[];
  /** Number of rejected spans: malformed spans, and server spans of HTTP requests that are not valid logs. */
  readonly rejected: number;
  /** Problem of a rejected span; undefined if none was rejected. */
  readonly problem: string | undefined;
}

/** Converts the server spans of HTTP requests to logs. Skips all other spans. */
export function createLogsOfSpans({ spans, malformed, problem: firstProblem }: OtlpTraces): SpanLogBatch {
  const logs: SpanLog[] = [];
  let rejectedCount = malformed;
  let problem = firstProblem;
  const innerUsers = findInnerUsers(spans);
  for (const span of spans) {
    const request = getSpanRequest(span, innerUsers.get(span));
    if (request === undefined) continue;
    const { traceId, spanId } = span;
    const logResult = newLogSchema.safeParse(request);
    const [issue] = logResult.success ? [] : logResult.error.issues;
    const problemText = issue ? `${issue.path.join('.')}: ${issue.message}` : findIdProblem(span);
    if (logResult.success && problemText === undefined) {
      const messages = { request: getJson(request.request), response: getJson(request.response) };
      logs.push({ traceId, spanId, log: { ...logResult.data, ...messages } });
      continue;
    }
    rejectedCount += 1;
    problem ??= `span ${spanId || 'without an id'}: ${problemText}`;
  }
  return { logs, rejected: rejectedCount, problem };
}

const getJson = (captured: object | undefined) => JSON.stringify(captured ?? null);
