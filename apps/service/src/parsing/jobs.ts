import { createRedact } from '@context-sync/redaction';
import {
  type Catalog,
  catalogOf,
  type DescriptionSummary,
  type DescriptionText,
  LOOKUPS,
  type Lookups,
  type Question,
  type Result,
  summaryOf,
} from '../api-description/index.ts';
import { logsOfArchive } from '../ingest/har.ts';
import { parseJsonBody } from '../ingest/json-body.ts';
import { logsOfLines } from '../ingest/ndjson.ts';
import { newLogSchema } from '../ingest/new-log.ts';
import type { NewLogRecord } from '../store/logs.ts';

/** Most descriptions that are kept, and most characters of their texts together: one of 8 MiB makes some 100 MB of objects. */
const MOST_KEPT = 8;
const MOST_KEPT_TEXT = 16_777_216;

/** A log without its secrets, whose request and response are JSON texts: so it takes little to hand on, and nothing to store. */
export type WrittenLog = Omit<NewLogRecord, 'request' | 'response'> & {
  readonly request: string;
  readonly response: string;
};

/**
 * All work whose time and memory depend on the content of a body. It runs here or in a worker process: arguments and results are plain data
 * that can be sent from one to the other.
 */
export interface Jobs {
  /** @throws HttpError */
  log(text: string): WrittenLog;
  /** @throws HttpError */
  logLines(text: string): { line: number; log: WrittenLog }[];
  /** @throws HttpError */
  logArchive(
    text: string,
    groupEmail: string | undefined,
  ): { logs: { entry: number; log: WrittenLog }[]; skipped: number[] };
  /** @throws DescriptionError */
  summarize(description: DescriptionText): DescriptionSummary;
  /**
   * Looks up something in a description, which need not be given again as long as it is kept.
   * @returns undefined if it is neither kept nor given
   * @throws DescriptionError
   */
  lookUp<Kind extends keyof Lookups>(
    sha256: string,
    kind: Kind,
    question: Question<Kind>,
    description?: DescriptionText,
  ): { result: Result<Kind> } | undefined;
}

/** A job as it is sent to a worker process. */
export interface Call {
  readonly name: keyof Jobs;
  readonly args: readonly unknown[];
}

export interface JobOptions {
  /** Names whose values are not stored either, beside those that never are. */
  readonly redactedNames: readonly string[];
}

export function createJobs({ redactedNames }: JobOptions): Jobs {
  const redact = createRedact(redactedNames);
  const catalogs = new KeptCatalogs();
  const written = (record: NewLogRecord): WrittenLog => {
    const { request, response, ...rest } = redact(record);
    return { ...rest, request: JSON.stringify(request ?? null), response: JSON.stringify(response ?? null) };
  };
  return {
    log: (text) => written({ request: null, response: null, ...parseJsonBody(text, newLogSchema) }),
    logLines: (text) => logsOfLines(text).map(({ line, record }) => ({ line, log: written(record) })),
    logArchive(text, groupEmail) {
      const { logs, skipped } = logsOfArchive(text, groupEmail);
      return { logs: logs.map(({ entry, record }) => ({ entry, log: written(record) })), skipped };
    },
    summarize: summaryOf,
    lookUp(sha256, kind, question, description) {
      const catalog = catalogs.get(sha256, description);
      return catalog && { result: LOOKUPS[kind](catalog, question as never) as Result<typeof kind> };
    },
  };
}

/** Descriptions that were read, by the hash of their text. */
class KeptCatalogs {
  readonly #kept = new Map<string, { readonly catalog: Catalog; readonly size: number }>();

  get(sha256: string, description: DescriptionText | undefined): Catalog | undefined {
    const known = this.#kept.get(sha256);
    if (known) {
      // Put behind the others: the first one is the one that was not asked for the longest.
      this.#kept.delete(sha256);
      this.#kept.set(sha256, known);
      return known.catalog;
    }
    if (!description) return undefined;
    const size = description.text.length;
    this.#makeRoom(size);
    const catalog = catalogOf(description);
    this.#kept.set(sha256, { catalog, size });
    return catalog;
  }

  #makeRoom(size: number): void {
    let kept = size;
    for (const each of this.#kept.values()) kept += each.size;
    for (const [sha256, each] of this.#kept) {
      if (this.#kept.size < MOST_KEPT && kept <= MOST_KEPT_TEXT) return;
      this.#kept.delete(sha256);
      kept -= each.size;
    }
  }
}
