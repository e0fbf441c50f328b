import { type Address, type Chunks, chunk } from '@context-sync/chunker';
import { isKnownReason, UNCHECKED_REASONS, type MissingFacts as WantedOfSite } from '@context-sync/site';
import { formatUse, getReferenceKey, type WantedDocument } from '@context-sync/sync';
import { findSentCredentials } from './check-credentials.ts';
import type { DocsSite } from './docs-site.ts';
import { type DocsWarning, LEFTOVER_SYNTAX } from './docs-warning.ts';
import type { ListedDocument, SkippedDocument } from './find-docs.ts';
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
  /** Secrets of this run by input name. A document that contains a secret must not be sent. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** The results of reading the docs: documents to sync, skipped documents, warnings and secrets. */
export interface DocsFindings {
  readonly documents: WantedDocument[];
  readonly skipped: SkippedDocument[];
  readonly warnings: DocsWarning[];
  /** Number of links that match no known rule, by reason. These links are kept as written. */
  readonly uncheckedLinks: Map<string, number>;
  /** Number of links to pages that exist on the website but not in the repository, by reason. */
  readonly linksElsewhere: Map<string, number>;
  /** Syntax of site generators that was not converted, with the number of items that contain it. */
  readonly leftovers: Map<string, LeftoverSyntax>;
  /** Warnings about likely credentials in public items. */
  readonly exposed: DocsWarning[];
  /** The secrets of this run that documents contain, whether public or private. */
  readonly ownSecrets: OwnSecret[];
}

/** Items that contain syntax of a site generator that was not converted. */
export interface LeftoverSyntax {
  readonly path: string;
  readonly line: number;
  count: number;
}

function addLeftover(
  leftovers: Map<string, LeftoverSyntax>,
  { path, line, message, count }: { path: string; line: number; message: string; count: number },
): void {
  const leftover = leftovers.get(message);
  if (leftover) leftover.count += count;
  else leftovers.set(message, { path, line, count });
}

/**
 * Returns a warning about links that do not match the rules of their site, at the first document with such a link; undefined if there are none.
 * @param counts numbers of links that are not checked, by reason
 */
export function createUnfitWarning(counts: ReadonlyMap<string, number>, path = ''): DocsWarning | undefined {
  const count = counts.get(UNCHECKED_REASONS.unfit);
  if (count === undefined) return undefined;
  const subject = count === 1 ? '1 link that begins with "/" matches' : `${count} links that begin with "/" match`;
  const message = `${subject} no page, so the rules of the site generator do not fit this site. All links are kept. Set docs to the folder that the generator reads, and site-url to its public URL`;
  return { kind: 'format', path, line: 1, message };
}

/** Returns one warning for each syntax, at its first occurrence. */
export function createLeftoverWarnings(leftovers: ReadonlyMap<string, LeftoverSyntax>): DocsWarning[] {
  return [...leftovers].map(([syntax, { path, line, count }]) => ({
    kind: 'format',
    path,
    line,
    message: `${LEFTOVER_SYNTAX}: "${syntax}" in ${count} ${count === 1 ? 'item' : 'items'}`,
  }));
}

export interface LoadedDocument extends ListedDocument {
  readonly text: string;
}

/** The chunks of a document, and its references to other files and names. */
export interface ChunkedDocument {
  readonly chunks: Chunks;
  /** Sorted references of the document for `WantedDocument.uses`. */
  readonly uses: readonly string[];
}

/** Number of documents that are chunked before the files that they refer to are loaded. */
export const BATCH_SIZE = 100;
/**
 * The maximum number of times that a document is chunked. Each time, it may refer to files that are not loaded yet, because an included file can
 * include other files.
 */
const MAX_ATTEMPTS = 8;

/**
 * Chunks the documents of one batch. Loads the files that they refer to for the whole batch at once.
 * @throws GitError, StateError
 */
export async function chunkBatch(
  batch: readonly LoadedDocument[],
  options: ReadOptions,
  site: DocsSite,
): Promise<ChunkedDocument[]> {
  const results = new Map<string, ChunkedDocument>();
  let pendingDocuments = batch;
  const chunkOptions = { ...options, site: site.site };
  for (let attempt = 1; pendingDocuments.length > 0; attempt += 1) {
    const incompleteDocuments: LoadedDocument[] = [];
    const missingFacts: WantedOfSite[] = [];
    for (const document of pendingDocuments) {
      const { path, text } = document;
      const chunks = chunk({ path, text }, chunkOptions);
      // A reference of a document to itself is not recorded, because the blob ID of the document shows its changes.
      const siteUses = site.index.takeUses(path).filter((use) => getReferenceKey(use) !== path);
      const wantedFacts = site.index.takeWanted();
      results.set(path, { chunks, uses: siteUses.map(formatUse).sort() });
      if (wantedFacts.paths.length + wantedFacts.names.length === 0 || attempt === MAX_ATTEMPTS) continue;
      incompleteDocuments.push(document);
      missingFacts.push(wantedFacts);
    }
    const uniqueValues = (lists: readonly (readonly string[])[]) => [...new Set(lists.flat())];
    await site.load({
      paths: uniqueValues(missingFacts.map(({ paths }) => paths)),
      names: uniqueValues(missingFacts.map(({ names }) => names)),
    });
    pendingDocuments = incompleteDocuments;
  }
  return batch.flatMap(({ path }) => results.get(path) ?? []);
}

/** Adds the results of one document to the results of all documents. */
export async function addFindings(
  findings: DocsFindings,
  { path, blob, text }: LoadedDocument,
  { chunks, uses }: ChunkedDocument,
  { options, dependencies }: { options: ReadOptions; dependencies: Pick<WantedDocument, 'names' | 'facts'> },
): Promise<void> {
  const { items, public: isPublic = options.public, skipped: reason } = chunks;
  const { documents, skipped, warnings, exposed, ownSecrets } = findings;
  for (const { kind = 'format', line, message, count = 1 } of chunks.warnings) {
    if (kind === 'leftover') addLeftover(findings.leftovers, { path, line, message, count });
    else if (kind === 'unchecked') {
      const counts = isKnownReason(message) ? findings.linksElsewhere : findings.uncheckedLinks;
      counts.set(message, (counts.get(message) ?? 0) + count);
    } else warnings.push({ kind, path, line, message });
  }
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
