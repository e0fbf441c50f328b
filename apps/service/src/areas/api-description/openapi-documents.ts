import { WorkerError } from '../../platform/parsing/worker-process.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { type LookupFunctions, type LookupQuestion, type LookupResult, OpenapiError } from './index.ts';
import type { OpenapiParsers } from './openapi-parsers.ts';
import type { ApiDescription, ApiDescriptionPorts, LastDescription } from './store.ts';

/** Time in milliseconds after which the service tries again to parse a document that could not be parsed. */
const FAILURE_TTL_MS = 60_000;
/** Maximum number of unreadable documents whose errors are cached. */
const MAX_FAILURES = 100;

/** Caches the parsed OpenAPI documents of projects. A document is parsed again only after its text has changed in the store. */
export class OpenapiDocuments {
  readonly #store: AreaStore<ApiDescriptionPorts>;
  readonly #parsers: OpenapiParsers;
  readonly #failed = new Map<string, { readonly error: unknown; readonly until: number }>();

  constructor(store: AreaStore<ApiDescriptionPorts>, parsers: OpenapiParsers) {
    this.#store = store;
    this.#parsers = parsers;
  }

  /** Returns the hash of the project's OpenAPI document; undefined if the project has none. */
  sha256(projectId: string): Promise<string | undefined> {
    return this.#store.apiDescriptions.sha256(projectId);
  }

  /**
   * Executes a lookup in the project's OpenAPI document.
   * @returns undefined if the project has no OpenAPI document
   * @throws OpenapiError or WorkerError if the stored document cannot be read, for example because an older version accepted it under different
   * limits
   */
  async lookUp<Kind extends keyof LookupFunctions>(
    projectId: string,
    kind: Kind,
    question: LookupQuestion<Kind>,
  ): Promise<LookupResult<Kind> | undefined> {
    const { apiDescriptions } = this.#store;
    const sha256 = await apiDescriptions.sha256(projectId);
    return sha256 === undefined
      ? undefined
      : this.#lookUp(sha256, () => apiDescriptions.get(projectId), kind, question);
  }

  /** Returns the OpenAPI document that the API reference shows, without its text. */
  last(projectId: string): Promise<LastDescription | undefined> {
    return this.#store.apiDescriptions.last(projectId);
  }

  /** Executes a lookup in the OpenAPI document that the API reference shows. */
  async lookUpLast<Kind extends keyof LookupFunctions>(
    projectId: string,
    kind: Kind,
    question: LookupQuestion<Kind>,
  ): Promise<LookupResult<Kind> | undefined> {
    const { apiDescriptions } = this.#store;
    const last = await apiDescriptions.last(projectId);
    return last && this.#lookUp(last.sha256, () => apiDescriptions.lastText(projectId), kind, question);
  }

  async #lookUp<Kind extends keyof LookupFunctions>(
    sha256: string,
    read: () => Promise<ApiDescription | undefined>,
    kind: Kind,
    question: LookupQuestion<Kind>,
  ): Promise<LookupResult<Kind> | undefined> {
    const cachedFailure = this.#failed.get(sha256);
    if (cachedFailure && cachedFailure.until > performance.now()) throw cachedFailure.error;
    try {
      const catalogResult = await this.#parsers.lookUp(sha256, kind, question);
      if (catalogResult) return catalogResult.result;
      const description = await read();
      if (!description) return undefined;
      const { text, format } = description;
      return (await this.#parsers.lookUp(description.sha256, kind, question, { text, format }))?.result;
    } catch (error) {
      if (isPermanent(error)) this.#rememberFailure(sha256, error);
      throw error;
    }
  }

  #rememberFailure(sha256: string, error: unknown): void {
    this.#failed.delete(sha256);
    this.#failed.set(sha256, { error, until: performance.now() + FAILURE_TTL_MS });
    const [oldest] = this.#failed.keys();
    if (this.#failed.size > MAX_FAILURES && oldest !== undefined) this.#failed.delete(oldest);
  }
}

/** Returns whether another attempt would fail with the same error. Other errors, such as a busy worker, are temporary. */
function isPermanent(error: unknown): boolean {
  if (error instanceof WorkerError) return error.reason === 'deadline' || error.reason === 'memory';
  return error instanceof OpenapiError;
}
