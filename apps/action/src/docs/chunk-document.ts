import { type Address, type Chunks, chunk } from '@context-sync/chunker';
import type { MissingFacts as WantedOfSite } from '@context-sync/site';
import { formatUse, referenceKey, type WantedDocument } from '@context-sync/sync';
import { findSentCredentials } from './check-credentials.ts';
import type { DocsSite } from './docs-site.ts';
import type { DocsWarning } from './docs-warning.ts';
import type { ListedDocument, Skipped } from './documents.ts';
import { findOwnSecrets, type OwnSecret } from './find-own-secrets.ts';

export interface ReadOptions {
  readonly targetSize: number;
  readonly address: Address;
  /** Whether items are public if the front matter does not specify it. */
  readonly public: boolean;
  readonly drafts: boolean;
  readonly titlePrefix: string;
  /** Hash of all settings that influence chunking. */
  readonly chunkConfigHash: string;
  /** Secrets of this run by input name. A document that contains one must not be sent. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** The findings of all documents that were read. */
export interface Findings {
  readonly documents: WantedDocument[];
  readonly skipped: Skipped[];
  readonly warnings: DocsWarning[];
  /** Likely credentials in public items. */
  readonly exposed: DocsWarning[];
  /** The secrets of this run that public or private documents contain. */
  readonly ownSecrets: OwnSecret[];
}

export interface LoadedDocument extends ListedDocument {
  readonly text: string;
}

/** The chunks of a document, and the files and names that they depend on. */
export interface ChunkedDocument {
  readonly chunks: Chunks;
  /** For `WantedDocument.uses`, in order. */
  readonly uses: readonly string[];
}

/** Number of documents to chunk before loading the files that they refer to. */
export const BATCH_SIZE = 100;
/**
 * The maximum number of times that a document is chunked because it refers to files that are not loaded yet. An included file can include
 * other files.
 */
const MAX_ATTEMPTS = 8;

/** Chunks the documents of one batch. The files that they refer to are loaded for the whole batch at once. @throws GitError, StateError */
export async function chunkBatch(
  batch: readonly LoadedDocument[],
  options: ReadOptions,
  site: DocsSite,
): Promise<ChunkedDocument[]> {
  const results = new Map<string, ChunkedDocument>();
  let open = batch;
  const chunkOptions = { ...options, site: site.site };
  for (let attempt = 1; open.length > 0; attempt += 1) {
    const incomplete: LoadedDocument[] = [];
    const wanted: WantedOfSite[] = [];
    for (const document of open) {
      const { path, text } = document;
      const chunks = chunk({ path, text }, chunkOptions);
      // A reference of a document to itself is not recorded, because a change of the document is detected by its blob ID.
      const uses = site.index.takeUses(path).filter((use) => referenceKey(use) !== path);
      const missing = site.index.takeWanted();
      results.set(path, { chunks, uses: uses.map(formatUse).sort() });
      if (missing.paths.length + missing.names.length === 0 || attempt === MAX_ATTEMPTS) continue;
      incomplete.push(document);
      wanted.push(missing);
    }
    const unique = (lists: readonly (readonly string[])[]) => [...new Set(lists.flat())];
    await site.load({
      paths: unique(wanted.map(({ paths }) => paths)),
      names: unique(wanted.map(({ names }) => names)),
    });
    open = incomplete;
  }
  return batch.flatMap(({ path }) => results.get(path) ?? []);
}

/** Adds the findings of one document to the findings of all documents. */
export async function addFindings(
  findings: Findings,
  { path, blob, text }: LoadedDocument,
  { chunks, uses }: ChunkedDocument,
  { options, dependencies }: { options: ReadOptions; dependencies: Pick<WantedDocument, 'names' | 'facts'> },
): Promise<void> {
  const { items, public: isPublic = options.public, skipped: reason } = chunks;
  const { documents, skipped, warnings, exposed, ownSecrets } = findings;
  warnings.push(...chunks.warnings.map((warning) => ({ kind: 'format' as const, path, ...warning })));
  if (reason !== undefined) skipped.push({ path, reason });
  documents.push({
    path,
    blob,
    ...(reason === undefined ? {} : { skipped: reason }),
    items: items.map((item) => ({ ...item, public: isPublic })),
    ...(uses.length === 0 ? {} : { uses }),
    ...dependencies,
  });
  ownSecrets.push(...findOwnSecrets({ path, text, items }, options.secrets));
  for (const { warning, sure } of await findSentCredentials(path, text, items)) {
    (isPublic && sure ? exposed : warnings).push(warning);
  }
}
