import { extname } from 'node:path';
import type {
  DescriptionSummary,
  DescriptionText,
  LookupFunctions,
  LookupQuestion,
  LookupResult,
} from '../../areas/api-description/index.ts';
import type { LineProblem } from '../../areas/logs/ndjson.ts';
import type { SpanLog, SpanLogBatch } from '../../areas/logs/span-logs.ts';
import { type NewLogRecord, RawJson } from '../../areas/logs/store.ts';
import { createJobs, type JobCall, type JobOptions, type Jobs, type RedactedLog } from '../../parsing-jobs.ts';
import { HttpError } from '../errors/errors.ts';
import { createUnavailableError } from '../errors/service-unavailable.ts';
import { measureJson } from './measure-json.ts';
import { type JobOutcome, toError } from './parsing-failure.ts';
import { type WorkerBounds, WorkerError, WorkerProcess } from './worker-process.ts';

/** Maximum size in bytes of JSON that is parsed in the service's process. All other requests wait for the parser. */
export const MAX_IN_PROCESS_BYTES = 262_144;
/**
 * Maximum number of JSON values that are parsed in the service's process. A text of the maximum size usually contains about 10,000 values, but can
 * contain eight times as many.
 */
const MAX_IN_PROCESS_VALUES = 20_000;
/** Maximum size in bytes of YAML that is parsed in the service's process. Parsing YAML takes about a hundred times as long as JSON. */
export const MAX_IN_PROCESS_YAML_BYTES = 8_192;

/** Bounds of a worker process. They leave space for a busy machine, because the largest bodies take 2 s of CPU time and 350 MiB of memory. */
const WORKER_BOUNDS: WorkerBounds = {
  deadlineMs: 20_000,
  startMs: 60_000,
  memoryMiB: 512,
  maxWaitingChars: 134_217_728,
  idleMs: 300_000,
};
/** Maximum number of remembered hashes. A document is sent to the worker process again if its hash is no longer remembered. */
const MAX_SENT_HASHES = 1_000;

// The module of the worker processes has the extension .ts in tests and .js in the built service.
const ENTRY = new URL(`./worker-main${extname(import.meta.url)}`, import.meta.url);

const FEWER_LOGS = 'send fewer or smaller logs per request';
const SIMPLER_DOCUMENT_FIX = 'send a smaller document, or JSON instead of YAML';

type LogJob = 'log' | 'logLines' | 'logArchive' | 'traces';

/** The logs of spans, each with the ids of its span. */
interface ReadTraces extends Omit<SpanLogBatch, 'logs'> {
  readonly logs: readonly (Omit<SpanLog, 'log'> & { readonly record: NewLogRecord })[];
}

export interface ParserOptions extends JobOptions {
  readonly bounds?: Partial<WorkerBounds>;
  /** Module of the worker processes. Tests replace it to simulate failing workers. */
  readonly entry?: URL;
}

/**
 * Parses request bodies. Small bodies are parsed in the service's process, and larger ones in a worker process with a deadline and a memory limit, so
 * that no body delays other requests. Logs and OpenAPI documents have one process each, which starts when it is first needed.
 */
export class Parsers {
  readonly #inProcess: Jobs;
  readonly #logs: WorkerProcess;
  readonly #descriptions: WorkerProcess;
  /** Hashes of documents that the worker process may have cached. */
  readonly #sent = new Set<string>();

  constructor({ redactedNames, bounds, entry = ENTRY }: ParserOptions) {
    const options: JobOptions = { redactedNames };
    const createWorker = () => new WorkerProcess(entry, JSON.stringify(options), { ...WORKER_BOUNDS, ...bounds });
    this.#inProcess = createJobs(options);
    this.#logs = createWorker();
    this.#descriptions = createWorker();
  }

  /** Process ids of the running workers. */
  get pids(): number[] {
    return [this.#logs.pid, this.#descriptions.pid].filter((pid) => pid !== undefined);
  }

  /** Parses a log. @throws HttpError */
  async log(text: string): Promise<NewLogRecord> {
    return getRecord(await this.#readLogs('log', text));
  }

  /** Parses newline-delimited logs, and lists the problems of invalid lines. @throws HttpError */
  async logLines(text: string): Promise<{ logs: { line: number; record: NewLogRecord }[]; problems: LineProblem[] }> {
    const { logs, problems } = await this.#readLogs('logLines', text);
    return { logs: logs.map(({ line, log }) => ({ line, record: getRecord(log) })), problems };
  }

  /** Parses the logs of an HTTP Archive, and lists its entries without a response. @throws HttpError */
  async logArchive(
    text: string,
    groupEmail: string | undefined,
  ): Promise<{ logs: { entry: number; record: NewLogRecord }[]; skipped: number[] }> {
    const { logs, skipped } = await this.#readLogs('logArchive', text, groupEmail);
    return { logs: logs.map(({ entry, log }) => ({ entry, record: getRecord(log) })), skipped };
  }

  /**
   * Parses the logs of a request of the OpenTelemetry protocol.
   * @param text JSON, or a Protocol Buffers message in base64.
   * @throws HttpError
   */
  async traces(text: string, encoding: 'json' | 'protobuf'): Promise<ReadTraces> {
    const { logs, ...rest } = await this.#readLogs('traces', text, encoding);
    return { ...rest, logs: logs.map(({ log, ...ids }) => ({ ...ids, record: getRecord(log) })) };
  }

  /** Summarizes an OpenAPI document. @throws DescriptionError, HttpError */
  async summarize(description: DescriptionText): Promise<DescriptionSummary> {
    if (isSmall(description)) return this.#inProcess.summarize(description);
    try {
      const summary = await run(this.#descriptions, description.text.length, 'summarize', description);
      return summary as DescriptionSummary;
    } catch (error) {
      throw toResponseError(error, SIMPLER_DOCUMENT_FIX);
    }
  }

  /**
   * Executes a lookup in an OpenAPI document.
   * @param description can be omitted if the document has been sent before
   * @returns undefined if the document is no longer cached and must be sent again
   * @throws DescriptionError, WorkerError
   */
  async lookUp<Kind extends keyof LookupFunctions>(
    sha256: string,
    kind: Kind,
    question: LookupQuestion<Kind>,
    description?: DescriptionText,
  ): Promise<{ result: LookupResult<Kind> } | undefined> {
    if (description ? isSmall(description) : !this.#sent.has(sha256)) {
      return this.#inProcess.lookUp(sha256, kind, question, description);
    }
    if (this.#sent.size >= MAX_SENT_HASHES) this.#sent.clear();
    this.#sent.add(sha256);
    const size = description?.text.length ?? 0;
    const lookupResult = await run(this.#descriptions, size, 'lookUp', sha256, kind, question, description);
    if (!lookupResult) this.#sent.delete(sha256);
    return lookupResult as { result: LookupResult<Kind> } | undefined;
  }

  /** Ends the worker processes and rejects pending jobs. */
  async close(): Promise<void> {
    await Promise.all([this.#logs.close(), this.#descriptions.close()]);
  }

  async #readLogs<Name extends LogJob>(name: Name, ...args: Parameters<Jobs[Name]>): Promise<ReturnType<Jobs[Name]>> {
    const [text] = args;
    const job = this.#inProcess[name] as (...given: typeof args) => ReturnType<Jobs[Name]>;
    if (isSmallJson(text)) return job(...args);
    try {
      return (await run(this.#logs, text.length, name, ...args)) as ReturnType<Jobs[Name]>;
    } catch (error) {
      throw toResponseError(error, FEWER_LOGS);
    }
  }
}

function isSmall({ text, format }: DescriptionText): boolean {
  return format === 'yaml' ? Buffer.byteLength(text) <= MAX_IN_PROCESS_YAML_BYTES : isSmallJson(text);
}

function isSmallJson(text: string): boolean {
  return Buffer.byteLength(text) <= MAX_IN_PROCESS_BYTES && measureJson(text).values <= MAX_IN_PROCESS_VALUES;
}

async function run(worker: WorkerProcess, size: number, name: keyof Jobs, ...args: readonly unknown[]) {
  const call: JobCall = { name, args };
  const outcome = (await worker.run(call, size)) as JobOutcome;
  if ('failure' in outcome) throw toError(outcome.failure);
  return outcome.value;
}

/** Converts the failure of a worker to an error response. */
function toResponseError(error: unknown, fix: string): unknown {
  if (!(error instanceof WorkerError) || error.reason === 'crash') return error;
  if (error.reason === 'deadline' || error.reason === 'memory') {
    return new HttpError('body_too_complex', `Parsing the body ${error.message}: ${fix}`);
  }
  const rejectionReason = error.reason === 'busy' ? 'is busy parsing other large bodies' : 'is stopping';
  return createUnavailableError(`The service ${rejectionReason} and did not execute the request`);
}

function getRecord({ request, response, ...rest }: RedactedLog): NewLogRecord {
  return { ...rest, request: new RawJson(request), response: new RawJson(response) };
}
