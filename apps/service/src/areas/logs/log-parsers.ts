import { extname } from 'node:path';
import { RawJson } from '../../platform/database/raw-json.ts';
import { isSmallJson, JobRunner, toResponseError, type WorkerOptions } from '../../platform/parsing/job-runner.ts';
import { createLogJobs, type LogJobSettings, type LogJobs, type RedactedLog } from './log-jobs.ts';
import type { LineProblem } from './ndjson.ts';
import type { SpanLog, SpanLogBatch } from './span-logs.ts';
import type { NewLogRecord } from './store.ts';

// The module of the worker process has the extension .ts in tests and .js in the built service.
const ENTRY = new URL(`./log-worker${extname(import.meta.url)}`, import.meta.url);
const FEWER_LOGS = 'send fewer or smaller logs per request';

/** The logs of spans, each with the ids of its span. */
interface ReadTraces extends Omit<SpanLogBatch, 'logs'> {
  readonly logs: readonly (Omit<SpanLog, 'log'> & { readonly record: NewLogRecord })[];
}

/**
 * Parses captured requests. Small bodies are parsed in the service's process, and larger ones in a worker process, which starts when it is first
 * needed.
 */
export class LogParsers {
  readonly #inProcess: LogJobs;
  readonly #worker: JobRunner<LogJobs>;

  constructor(settings: LogJobSettings, { entry = ENTRY, bounds }: Partial<Omit<WorkerOptions, 'settings'>> = {}) {
    this.#inProcess = createLogJobs(settings);
    this.#worker = new JobRunner({ entry, settings, bounds });
  }

  /** Process id of the worker; undefined if it is not running. */
  get pid(): number | undefined {
    return this.#worker.pid;
  }

  /** Parses a log. @throws HttpError */
  async log(text: string): Promise<NewLogRecord> {
    return getRecord(await this.#run('log', text));
  }

  /** Parses newline-delimited logs, and lists the problems of invalid lines. @throws HttpError */
  async logLines(text: string): Promise<{ logs: { line: number; record: NewLogRecord }[]; problems: LineProblem[] }> {
    const { logs, problems } = await this.#run('logLines', text);
    return { logs: logs.map(({ line, log }) => ({ line, record: getRecord(log) })), problems };
  }

  /** Parses the logs of an HTTP Archive, and lists its entries without a response. @throws HttpError */
  async logArchive(
    text: string,
    groupEmail: string | undefined,
  ): Promise<{ logs: { entry: number; record: NewLogRecord }[]; skipped: number[] }> {
    const { logs, skipped } = await this.#run('logArchive', text, groupEmail);
    return { logs: logs.map(({ entry, log }) => ({ entry, record: getRecord(log) })), skipped };
  }

  /**
   * Parses the logs of a request of the OpenTelemetry protocol.
   * @param text JSON, or a Protocol Buffers message in base64.
   * @throws HttpError
   */
  async traces(text: string, encoding: 'json' | 'protobuf'): Promise<ReadTraces> {
    const { logs, ...rest } = await this.#run('traces', text, encoding);
    return { ...rest, logs: logs.map(({ log, ...ids }) => ({ ...ids, record: getRecord(log) })) };
  }

  /** Ends the worker process and rejects pending jobs. */
  close(): Promise<void> {
    return this.#worker.close();
  }

  async #run<Name extends keyof LogJobs>(
    name: Name,
    ...args: Parameters<LogJobs[Name]>
  ): Promise<ReturnType<LogJobs[Name]>> {
    const [text] = args;
    const job = this.#inProcess[name] as (...given: typeof args) => ReturnType<LogJobs[Name]>;
    if (isSmallJson(text)) return job(...args);
    try {
      return (await this.#worker.run(name, text.length, ...(args as never))) as ReturnType<LogJobs[Name]>;
    } catch (error) {
      throw toResponseError(error, FEWER_LOGS);
    }
  }
}

function getRecord({ request, response, ...rest }: RedactedLog): NewLogRecord {
  return { ...rest, request: new RawJson(request), response: new RawJson(response) };
}
