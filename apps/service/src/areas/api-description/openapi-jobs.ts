import {
  type Catalog,
  createCatalog,
  getSummary,
  LOOKUPS,
  type LookupFunctions,
  type LookupQuestion,
  type LookupResult,
  type OpenapiSummary,
  type OpenapiText,
} from './index.ts';

/** Maximum number of cached documents. Like the limit of their total length below, this limit bounds the memory: a document of 8 MiB takes about 100 MB. */
const MAX_CACHED_CATALOGS = 8;
const MAX_CACHED_CHARS = 16_777_216;

/**
 * Functions whose time and memory depend on an OpenAPI document. They run in the service's own process or in a worker process, so arguments and
 * results are plain data.
 */
export interface OpenapiJobs {
  /** Summarizes an OpenAPI document. @throws OpenapiError */
  summarize(description: OpenapiText): OpenapiSummary;
  /**
   * Executes a lookup in an OpenAPI document, which can be omitted while it is cached.
   * @returns undefined if the document is neither cached nor given
   * @throws OpenapiError
   */
  lookUp<Kind extends keyof LookupFunctions>(
    sha256: string,
    kind: Kind,
    question: LookupQuestion<Kind>,
    description?: OpenapiText,
  ): { result: LookupResult<Kind> } | undefined;
}

export function createOpenapiJobs(): OpenapiJobs {
  const catalogs = new CatalogCache();
  return {
    summarize: getSummary,
    lookUp(sha256, kind, question, description) {
      const catalog = catalogs.get(sha256, description);
      return catalog && { result: LOOKUPS[kind](catalog, question as never) as LookupResult<typeof kind> };
    },
  };
}

/** A least-recently-used cache of parsed documents. The key is the hash of the document's text. */
class CatalogCache {
  readonly #catalogs = new Map<string, { readonly catalog: Catalog; readonly size: number }>();

  get(sha256: string, description: OpenapiText | undefined): Catalog | undefined {
    const cachedCatalog = this.#catalogs.get(sha256);
    if (cachedCatalog) {
      // The entry moves to the end of the map, so that the first entry is the least recently used one.
      this.#catalogs.delete(sha256);
      this.#catalogs.set(sha256, cachedCatalog);
      return cachedCatalog.catalog;
    }
    if (!description) return undefined;
    const size = description.text.length;
    this.#evictOldest(size);
    const catalog = createCatalog(description);
    this.#catalogs.set(sha256, { catalog, size });
    return catalog;
  }

  #evictOldest(size: number): void {
    let chars = size;
    for (const catalog of this.#catalogs.values()) chars += catalog.size;
    for (const [sha256, each] of this.#catalogs) {
      if (this.#catalogs.size < MAX_CACHED_CATALOGS && chars <= MAX_CACHED_CHARS) return;
      this.#catalogs.delete(sha256);
      chars -= each.size;
    }
  }
}
