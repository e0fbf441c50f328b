import type { ApiDescription } from '../store/api-descriptions.ts';
import type { Store } from '../store/store.ts';
import { OperationIndex } from './find.ts';
import { type JsonObject, objectAt, textAt } from './json.ts';
import { type Operation, operationsOf } from './operations.ts';
import { readDescription } from './read.ts';

/** What is asked of a description, read once. */
export interface Catalog {
  readonly document: JsonObject;
  readonly operations: readonly Operation[];
  readonly index: OperationIndex;
}

/** In short, what a description is of. */
export interface DescriptionSummary {
  readonly openapi: string;
  readonly title: string;
  readonly version: string;
  readonly operations: number;
}

/** @throws DescriptionError */
export function catalogOf({ text, format }: Pick<ApiDescription, 'text' | 'format'>): Catalog {
  const document = readDescription(text, format);
  const operations = operationsOf(document);
  return { document, operations, index: new OperationIndex(document, operations) };
}

/** @throws DescriptionError */
export function summaryOf({ text, format }: Pick<ApiDescription, 'text' | 'format'>): DescriptionSummary {
  const document = readDescription(text, format);
  const info = objectAt(document, 'info');
  return {
    openapi: textAt(document, 'openapi') ?? '',
    title: textAt(info, 'title') ?? '',
    version: textAt(info, 'version') ?? '',
    operations: operationsOf(document).length,
  };
}

/** Catalogs that are kept in memory: a large description makes some tens of megabytes. */
const MOST_KEPT = 8;

/** The catalogs of projects, read anew only when their text has changed, by whichever process. */
export class Catalogs {
  readonly #store: Store;
  readonly #kept = new Map<string, Catalog>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Undefined where the project has no description. */
  async of(projectId: string): Promise<Catalog | undefined> {
    const sha256 = await this.#store.apiDescriptions.sha256(projectId);
    if (sha256 === undefined) return undefined;
    const known = this.#kept.get(sha256);
    if (known) {
      // Put behind the others: the first one is the one that was not asked for the longest.
      this.#kept.delete(sha256);
      this.#kept.set(sha256, known);
      return known;
    }
    const description = await this.#store.apiDescriptions.get(projectId);
    if (!description) return undefined;
    const catalog = catalogOf(description);
    this.#kept.set(description.sha256, catalog);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return catalog;
  }
}
