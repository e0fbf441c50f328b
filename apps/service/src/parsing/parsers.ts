import { extname } from 'node:path';
import type { DescriptionSummary, DescriptionText, Lookups, Question, Result } from '../api-description/index.ts';
import { HttpError } from '../errors/errors.ts';
import { unavailable } from '../errors/unavailable.ts';
import { measureJson } from '../ingest/json-size.ts';
import { JsonText, type NewLogRecord } from '../store/logs.ts';
import { errorOf, type Outcome } from './failure.ts';
import { type Call, createJobs, type JobOptions, type Jobs, type WrittenLog } from './jobs.ts';
import { type WorkerBounds, WorkerError, WorkerProcess } from './worker-process.ts';

/** Bytes of JSON that are parsed in the service's own process, in which all other requests wait meanwhile. */
export const MAX_IN_PROCESS_BYTES = 262_144;
/** JSON values that are parsed there: a text of that size has some 10,000 of them, and could have eight times as many. */
const MAX_IN_PROCESS_VALUES = 20_000;
/** Bytes of YAML, which takes some hundred times as long. */
export const MAX_IN_PROCESS_YAML_BYTES = 8_192;

/** The largest bodies take two seconds of a processor and 350 MiB; the machine may be busy. */
const BOUNDS: WorkerBounds = {
  deadlineMs: 20_000,
  startMs: 60_000,
  memoryMiB: 512,
  mostWaiting: 134_217_728,
  idleMs: 300_000,
};
/** Hashes of descriptions that are remembered; one that is not is given to the worker process again. */
const MOST_SENT = 1_000;

// The source in tests, and what it was compiled to in the service.
const ENTRY = new URL(`./worker-main${extname(import.meta.url)}`, import.meta.url);

const FEWER_LOGS = 'send fewer logs in one request, or smaller ones';
const SIMPLER_DESCRIPTION = 'send a smaller description, or JSON in place of YAML';

type LogJob = 'log' | 'logLines' | 'logArchive';

export interface ParserOptions extends JobOptions {
  readonly bounds?: Partial<WorkerBounds>;
  /** What the worker processes run; for tests of workers that fail. */
  readonly entry?: URL;
}

/**
 * Parses what is sent to the service: small bodies at once, others in a worker process with a deadline and a memory limit, so that no body
 * delays other requests. There is one process for logs and one for descriptions; each is started when it is first needed.
 */
export class Parsers {
  readonly #here: Jobs;
  readonly #logs: WorkerProcess;
  readonly #descriptions: WorkerProcess;
  /** Hashes of descriptions that the worker process may have kept. */
  readonly #sent = new Set<string>();

  constructor({ redactedNames, bounds, entry = ENTRY }: ParserOptions) {
    const options: JobOptions = { redactedNames };
    const worker = () => new WorkerProcess(entry, JSON.stringify(options), { ...BOUNDS, ...bounds });
    this.#here = createJobs(options);
    this.#logs = worker();
    this.#descriptions = worker();
  }

  /** Ids of the worker processes that run. */
  get pids(): number[] {
    return [this.#logs.pid, this.#descriptions.pid].filter((pid) => pid !== undefined);
  }

  /** A log. @throws HttpError */
  async log(text: string): Promise<NewLogRecord> {
    return recordOf(await this.#readLogs('log', text));
  }

  /** The logs of lines of JSON. @throws HttpError */
  async logLines(text: string): Promise<{ line: number; record: NewLogRecord }[]> {
    const lines = await this.#readLogs('logLines', text);
    return lines.map(({ line, log }) => ({ line, record: recordOf(log) }));
  }

  /** The logs of an HTTP Archive, and the places of its entries without a response. @throws HttpError */
  async logArchive(
    text: string,
    groupEmail: string | undefined,
  ): Promise<{ logs: { entry: number; record: NewLogRecord }[]; skipped: number[] }> {
    const { logs, skipped } = await this.#readLogs('logArchive', text, groupEmail);
    return { logs: logs.map(({ entry, log }) => ({ entry, record: recordOf(log) })), skipped };
  }

  /** What a description is of. @throws DescriptionError, HttpError */
  async summarize(description: DescriptionText): Promise<DescriptionSummary> {
    if (isSmall(description)) return this.#here.summarize(description);
    try {
      const summary = await run(this.#descriptions, description.text.length, 'summarize', description);
      return summary as DescriptionSummary;
    } catch (error) {
      throw refusalOf(error, SIMPLER_DESCRIPTION);
    }
  }

  /**
   * Looks up something in a description.
   * @param description may be left out if it was given before
   * @returns undefined if the description is not known any more, and has to be given
   * @throws DescriptionError, WorkerError
   */
  async lookUp<Kind extends keyof Lookups>(
    sha256: string,
    kind: Kind,
    question: Question<Kind>,
    description?: DescriptionText,
  ): Promise<{ result: Result<Kind> } | undefined> {
    if (description ? isSmall(description) : !this.#sent.has(sha256)) {
      return this.#here.lookUp(sha256, kind, question, description);
    }
    if (this.#sent.size >= MOST_SENT) this.#sent.clear();
    this.#sent.add(sha256);
    const size = description?.text.length ?? 0;
    const found = await run(this.#descriptions, size, 'lookUp', sha256, kind, question, description);
    if (!found) this.#sent.delete(sha256);
    return found as { result: Result<Kind> } | undefined;
  }

  /** Ends the worker processes; what they have not read yet is refused. */
  async close(): Promise<void> {
    await Promise.all([this.#logs.close(), this.#descriptions.close()]);
  }

  async #readLogs<Name extends LogJob>(name: Name, ...args: Parameters<Jobs[Name]>): Promise<ReturnType<Jobs[Name]>> {
    const [text] = args;
    const job = this.#here[name] as (...given: typeof args) => ReturnType<Jobs[Name]>;
    if (isSmallJson(text)) return job(...args);
    try {
      return (await run(this.#logs, text.length, name, ...args)) as ReturnType<Jobs[Name]>;
    } catch (error) {
      throw refusalOf(error, FEWER_LOGS);
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
  const call: Call = { name, args };
  const outcome = (await worker.run(call, size)) as Outcome;
  if ('failure' in outcome) throw errorOf(outcome.failure);
  return outcome.value;
}

/** What the sender of a body is told of a worker that has not read it. */
function refusalOf(error: unknown, fix: string): unknown {
  if (!(error instanceof WorkerError) || error.reason === 'crash') return error;
  if (error.reason === 'deadline' || error.reason === 'memory') {
    return new HttpError('body_too_complex', `Parsing the body ${error.message}: ${fix}`);
  }
  const why = error.reason === 'busy' ? 'parses other large bodies' : 'is stopping';
  return unavailable(`The service ${why}, and has not carried out the request`);
}

function recordOf({ request, response, ...rest }: WrittenLog): NewLogRecord {
  return { ...rest, request: new JsonText(request), response: new JsonText(response) };
}
