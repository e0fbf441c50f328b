import { OtlpError, OtlpSyntaxError, type OtlpTraces, readJsonTraces, readProtobufTraces } from '@context-sync/otlp';
import { createRedaction } from '@context-sync/redaction';
import {
  type Catalog,
  createCatalog,
  type DescriptionSummary,
  type DescriptionText,
  getSummary,
  LOOKUPS,
  type LookupFunctions,
  type LookupQuestion,
  type LookupResult,
} from './areas/api-description/index.ts';
import { type LineProblem, parseLogLines } from './areas/logs/ndjson.ts';
import { createNewLog, type NewLog, newLogSchema } from './areas/logs/new-log.ts';
import { parseArchive } from './areas/logs/parse-har.ts';
import { createLogsOfSpans, type SpanLogBatch } from './areas/logs/span-logs.ts';
import { createInvalidRequestError } from './platform/errors/invalid-request.ts';
import { createMalformedJsonError } from './platform/errors/malformed-json.ts';
import { parseJsonBody } from './platform/parsing/json-body.ts';

/** Maximum number of cached documents. Like the limit of their total length below, it bounds the memory: a document of 8 MiB takes about 100 MB. */
const MAX_CACHED_CATALOGS = 8;
const MAX_CACHED_CHARS = 16_777_216;

/** Maximum number of short texts whose redaction is cached. */
const MAX_CACHED_TEXTS = 1_000;

/** A redacted log. Its request and response are JSON text, which is cheap to store and to send between processes. */
export type RedactedLog = NewLog;

/**
 * Functions whose time and memory depend on the content of a body. They run in the service's own process or in a worker process, so arguments and
 * results are plain data.
 */
export interface Jobs {
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
  /** Summarizes an OpenAPI document. @throws DescriptionError */
  summarize(description: DescriptionText): DescriptionSummary;
  /**
   * Executes a lookup in an OpenAPI document, which can be omitted while it is cached.
   * @returns undefined if the document is neither cached nor given
   * @throws DescriptionError
   */
  lookUp<Kind extends keyof LookupFunctions>(
    sha256: string,
    kind: Kind,
    question: LookupQuestion<Kind>,
    description?: DescriptionText,
  ): { result: LookupResult<Kind> } | undefined;
}

/** A job in the form in which it is sent to a worker process. */
export interface JobCall {
  readonly name: keyof Jobs;
  readonly args: readonly unknown[];
}

export interface JobOptions {
  /** Additional names whose values are redacted. */
  readonly redactedNames: readonly string[];
}

export function createJobs({ redactedNames }: JobOptions): Jobs {
  const redaction = createRedaction(redactedNames);
  const catalogs = new CatalogCache();
  const texts = new Map<string, string>();
  /** Redacts a short text that many logs have in common, such as a user agent. */
  const redactShort = (text: string): string => {
    let redactedText = texts.get(text);
    if (redactedText === undefined) {
      redactedText = redaction.text(text);
      if (texts.size >= MAX_CACHED_TEXTS) texts.clear();
      texts.set(text, redactedText);
    }
    return redactedText;
  };
  const redactOptional = (text: string | null) => (text === null ? null : redactShort(text));
  const redactJson = (text: string): string => {
    const redactedText = redaction.json(text, 0);
    if (redactedText === undefined) throw new Error('the JSON of a validated log cannot be read');
    return redactedText;
  };
  const redactLog = (log: NewLog): RedactedLog => ({
    ...log,
    // Credentials are recognized only in their original case.
    method: redactShort(log.method).toUpperCase(),
    url: redaction.url(log.url),
    route: redactOptional(log.route),
    userAgent: redactOptional(log.userAgent),
    errorCode: redactOptional(log.errorCode),
    environment: redactShort(log.environment),
    traceId: redactOptional(log.traceId),
    recoveryHintId: redactOptional(log.recoveryHintId),
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
    summarize: getSummary,
    lookUp(sha256, kind, question, description) {
      const catalog = catalogs.get(sha256, description);
      return catalog && { result: LOOKUPS[kind](catalog, question as never) as LookupResult<typeof kind> };
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

/** A least-recently-used cache of parsed documents, by the hash of their text. */
class CatalogCache {
  readonly #catalogs = new Map<string, { readonly catalog: Catalog; readonly size: number }>();

  get(sha256: string, description: DescriptionText | undefined): Catalog | undefined {
    const cachedCatalog = this.#catalogs.get(sha256);
    if (cachedCatalog) {
      // The entry moves to the end of the map, so that the first entry is the least recently used one.
      this.#catalogs.delete(sha256);
      this.#catalogs.set(sha256, cachedCatalog);
      return cachedCatalog.catalog;
    }
    if (!description) return undefined;
    const size = description.text.length;
    this.#makeRoom(size);
    const catalog = createCatalog(description);
    this.#catalogs.set(sha256, { catalog, size });
    return catalog;
  }

  #makeRoom(size: number): void {
    let chars = size;
    for (const catalog of this.#catalogs.values()) chars += catalog.size;
    for (const [sha256, each] of this.#catalogs) {
      if (this.#catalogs.size < MAX_CACHED_CATALOGS && chars <= MAX_CACHED_CHARS) return;
      this.#catalogs.delete(sha256);
      chars -= each.size;
    }
  }
}
