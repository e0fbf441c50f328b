import { copyText } from '@context-sync/base';
import { OtlpError, OtlpSyntaxError, type OtlpTraces, readJsonTraces, readProtobufTraces } from '@context-sync/otlp';
import { createRedaction } from '@context-sync/redaction';
import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import { createMalformedJsonError } from '../../platform/errors/malformed-json.ts';
import { parseJsonBody } from '../../platform/parsing/json-body.ts';
import { type LineProblem, parseLogLines } from './ndjson.ts';
import { createNewLog, type NewLog, newLogSchema } from './new-log.ts';
import { parseArchive } from './parse-har.ts';
import { createLogsOfSpans, type SpanLogBatch } from './span-logs.ts';
import { listLogColumns } from './tables.ts';

/** Maximum number of short texts whose redaction is cached. */
const MAX_CACHED_TEXTS = 1_000;

/** Properties with short texts from the client. The method, the URL, the request and the response are redacted by other functions. */
const SHORT_TEXTS = listLogColumns(({ content }) => ['captured', 'route', 'name'].includes(content))
  .map(({ property }) => property)
  .filter((property) => !['method', 'url', 'request', 'response'].includes(property));

/** A redacted log. Its request and response are JSON text, which can be stored and sent between processes without another conversion. */
export type RedactedLog = NewLog;

/**
 * Functions whose time and memory depend on the content of a body. They run in the service's own process or in a worker process, so arguments and
 * results are plain data.
 */
export interface LogJobs {
  /** Parses and redacts one log. @throws HttpError */
  log(text: string): RedactedLog;
  /** Parses and redacts newline-delimited logs. @throws HttpError */
  logLines(text: string): { logs: { line: number; log: RedactedLog }[]; problems: LineProblem[] };
  /** Parses and redacts the logs of an HTTP Archive. @throws HttpError */
  logArchive(
    text: string,
    groupEmail: string | undefined,
  ): { logs: { entry: number; log: RedactedLog }[]; skipped: number[] };
  /**
   * Parses the logs of a request of the OpenTelemetry protocol.
   * @param text JSON, or a Protocol Buffers message in base64
   * @throws HttpError
   */
  traces(text: string, encoding: 'json' | 'protobuf'): SpanLogBatch;
}

export interface LogJobSettings {
  /** Additional names whose values are redacted. */
  readonly redactedNames: readonly string[];
}

export function createLogJobs({ redactedNames }: LogJobSettings): LogJobs {
  const redaction = createRedaction(redactedNames);
  const texts = new Map<string, string>();
  /** Redacts a short text that many logs have in common, such as a user agent. */
  const redactShort = (text: string): string => {
    let redactedText = texts.get(text);
    if (redactedText === undefined) {
      const copy = copyText(text);
      redactedText = redaction.text(copy);
      if (texts.size >= MAX_CACHED_TEXTS) texts.clear();
      texts.set(copy, redactedText);
    }
    return redactedText;
  };
  const redactTexts = (log: NewLog): Partial<NewLog> => {
    const values: Readonly<Record<string, unknown>> = log;
    const redactedValues: Record<string, string> = {};
    for (const property of SHORT_TEXTS) {
      const value = values[property];
      if (typeof value === 'string') redactedValues[property] = redactShort(value);
    }
    return redactedValues;
  };
  const redactJson = (text: string): string => {
    const redactedText = redaction.json(text, 0);
    if (redactedText === undefined) throw new Error('the JSON of a validated log cannot be read');
    return redactedText;
  };
  const redactLog = (log: NewLog): RedactedLog => ({
    ...log,
    ...redactTexts(log),
    // Many credentials are recognized only in their original letter case.
    method: redactShort(log.method).toUpperCase(),
    url: redaction.url(log.url),
    request: redactJson(log.request),
    response: redactJson(log.response),
  });
  return {
    log: (text) => redactLog(createNewLog(text, parseJsonBody(text, newLogSchema))),
    logLines(text) {
      const { logs, problems } = parseLogLines(text);
      return { logs: logs.map(({ line, log }) => ({ line, log: redactLog(log) })), problems };
    },
    logArchive(text, groupEmail) {
      const { logs, skipped } = parseArchive(text, groupEmail);
      return { logs: logs.map(({ entry, log }) => ({ entry, log: redactLog(log) })), skipped };
    },
    traces(text, encoding) {
      const { logs, ...rest } = createLogsOfSpans(readSpans(text, encoding));
      return { ...rest, logs: logs.map((spanLog) => ({ ...spanLog, log: redactLog(spanLog.log) })) };
    },
  };
}

/** Reads the spans of an export request. @throws HttpError */
function readSpans(text: string, encoding: 'json' | 'protobuf'): OtlpTraces {
  try {
    return encoding === 'json' ? readJsonTraces(text) : readProtobufTraces(Buffer.from(text, 'base64'));
  } catch (error) {
    if (!(error instanceof OtlpError)) throw error;
    if (error instanceof OtlpSyntaxError) throw createMalformedJsonError(text);
    const where = error.path === '' ? 'body' : `body.${error.path}`;
    throw createInvalidRequestError([{ where, message: error.message }]);
  }
}
