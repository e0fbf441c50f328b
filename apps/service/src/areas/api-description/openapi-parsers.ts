import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { isSmallJson, JobRunner, toResponseError, type WorkerOptions } from '../../platform/parsing/job-runner.ts';
import { JobInputError } from '../../platform/parsing/parsing-failure.ts';
import {
  type LookupFunctions,
  type LookupQuestion,
  type LookupResult,
  OpenapiError,
  type OpenapiSummary,
  type OpenapiText,
} from './index.ts';
import { createOpenapiJobs, type OpenapiJobs } from './openapi-jobs.ts';

/** Maximum size in bytes of YAML that is parsed in the service's process. Parsing YAML takes about a hundred times as long as JSON. */
export const MAX_IN_PROCESS_YAML_BYTES = 8_192;

/** Maximum number of hashes that the service remembers. If the hash of a document is no longer remembered, the document is sent to the worker process again. */
const MAX_SENT_HASHES = 1_000;

// The module of the worker process has the extension .ts in tests and .js in the built service.
const ENTRY = new URL(`./openapi-worker${extname(import.meta.url)}`, import.meta.url);
const SIMPLER_DOCUMENT_FIX = 'send a smaller document, or JSON instead of YAML';

/**
 * Parses OpenAPI documents. Small documents are parsed in the service's process, and larger ones in a worker process, which starts when it is first
 * needed.
 */
export class OpenapiParsers {
  readonly #inProcess = createOpenapiJobs();
  readonly #worker: JobRunner<OpenapiJobs>;
  /** Hashes of documents that the worker process may have cached. */
  readonly #sent = new Set<string>();

  constructor({ entry = ENTRY, bounds }: Partial<Omit<WorkerOptions, 'settings'>> = {}) {
    this.#worker = new JobRunner({ entry, settings: {}, bounds });
  }

  /** Process id of the worker; undefined if it is not running. */
  get pid(): number | undefined {
    return this.#worker.pid;
  }

  /** Summarizes an OpenAPI document. @throws OpenapiError, HttpError */
  async summarize(description: OpenapiText): Promise<OpenapiSummary> {
    if (isSmall(description)) return this.#inProcess.summarize(description);
    try {
      return await this.#convertErrors(this.#worker.run('summarize', description.text.length, description));
    } catch (error) {
      throw toResponseError(error, SIMPLER_DOCUMENT_FIX);
    }
  }

  /** Returns the texts by which a search finds the operations of an OpenAPI document. @throws OpenapiError, HttpError */
  async listOperationTexts(description: OpenapiText): Promise<LookupResult<'operationTexts'>> {
    const sha256 = createHash('sha256').update(description.text.toWellFormed()).digest('hex');
    try {
      return (await this.lookUp(sha256, 'operationTexts', {}, description))?.result ?? [];
    } catch (error) {
      throw toResponseError(error, SIMPLER_DOCUMENT_FIX);
    }
  }

  /**
   * Executes a lookup in an OpenAPI document.
   * @param description can be omitted if the document has been sent before
   * @returns undefined if the document is no longer cached and must be sent again
   * @throws OpenapiError, WorkerError
   */
  async lookUp<Kind extends keyof LookupFunctions>(
    sha256: string,
    kind: Kind,
    question: LookupQuestion<Kind>,
    description?: OpenapiText,
  ): Promise<{ result: LookupResult<Kind> } | undefined> {
    if (description ? isSmall(description) : !this.#sent.has(sha256)) {
      return this.#inProcess.lookUp(sha256, kind, question, description);
    }
    if (this.#sent.size >= MAX_SENT_HASHES) this.#sent.clear();
    this.#sent.add(sha256);
    const size = description?.text.length ?? 0;
    const lookupResult = await this.#convertErrors(
      this.#worker.run('lookUp', size, sha256, kind, question as never, description),
    );
    if (!lookupResult) this.#sent.delete(sha256);
    return lookupResult as { result: LookupResult<Kind> } | undefined;
  }

  /** Ends the worker process and rejects pending jobs. */
  close(): Promise<void> {
    return this.#worker.close();
  }

  async #convertErrors<Result>(result: Promise<Result>): Promise<Result> {
    try {
      return await result;
    } catch (error) {
      throw error instanceof JobInputError ? new OpenapiError(error.message) : error;
    }
  }
}

function isSmall({ text, format }: OpenapiText): boolean {
  return format === 'yaml' ? Buffer.byteLength(text) <= MAX_IN_PROCESS_YAML_BYTES : isSmallJson(text);
}
