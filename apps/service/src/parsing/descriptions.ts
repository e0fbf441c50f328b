import { DescriptionError, type Lookups, type Question, type Result } from '../api-description/index.ts';
import type { Store } from '../store/store.ts';
import type { Parsers } from './parsers.ts';
import { WorkerError } from './worker-process.ts';

/** Milliseconds for which a description that cannot be read is not tried again. */
const REFUSED_FOR = 60_000;
/** Descriptions that cannot be read, of which so many are remembered. */
const MOST_REFUSED = 100;

/** Looks things up in the descriptions of projects; each is read again only when its text has changed, by whichever process. */
export class Descriptions {
  readonly #store: Store;
  readonly #parsers: Parsers;
  readonly #refused = new Map<string, { readonly error: unknown; readonly until: number }>();

  constructor(store: Store, parsers: Parsers) {
    this.#store = store;
    this.#parsers = parsers;
  }

  /**
   * @returns undefined if the project has no description
   * @throws DescriptionError, WorkerError if the stored description cannot be read: an older version may have had other bounds
   */
  async lookUp<Kind extends keyof Lookups>(
    projectId: string,
    kind: Kind,
    question: Question<Kind>,
  ): Promise<Result<Kind> | undefined> {
    const { apiDescriptions } = this.#store;
    const sha256 = await apiDescriptions.sha256(projectId);
    if (sha256 === undefined) return undefined;
    const refused = this.#refused.get(sha256);
    if (refused && refused.until > performance.now()) throw refused.error;
    try {
      const known = await this.#parsers.lookUp(sha256, kind, question);
      if (known) return known.result;
      const description = await apiDescriptions.get(projectId);
      if (!description) return undefined;
      const { text, format } = description;
      return (await this.#parsers.lookUp(description.sha256, kind, question, { text, format }))?.result;
    } catch (error) {
      if (isLasting(error)) this.#refuse(sha256, error);
      throw error;
    }
  }

  #refuse(sha256: string, error: unknown): void {
    this.#refused.delete(sha256);
    this.#refused.set(sha256, { error, until: performance.now() + REFUSED_FOR });
    const [oldest] = this.#refused.keys();
    if (this.#refused.size > MOST_REFUSED && oldest !== undefined) this.#refused.delete(oldest);
  }
}

/** Whether the next attempt would end in the same way, after it has taken as much time. */
function isLasting(error: unknown): boolean {
  if (error instanceof WorkerError) return error.reason === 'deadline' || error.reason === 'memory';
  return error instanceof DescriptionError;
}
