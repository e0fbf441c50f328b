import { isUtf8 } from 'node:buffer';
import { type Address, chunk } from '@context-sync/chunker';
import { type DocumentRecord, shardOf, type Wanted, type WantedDocument } from '@context-sync/sync';
import type { Git } from '../git/git.ts';
import { findSentCredentials } from './check-credentials.ts';
import { findBrokenLinks, RepositoryFiles } from './check-links.ts';
import type { DocsWarning } from './docs-warning.ts';
import type { ListedDocument, Skipped } from './documents.ts';
import { findOwnSecrets, type OwnSecret } from './find-own-secrets.ts';

export interface ReadOptions {
  readonly targetSize: number;
  readonly address: Address;
  /** Whether items are public if the front matter does not say. */
  readonly public: boolean;
  readonly drafts: boolean;
  readonly titlePrefix: string;
  /** Hash of all that decides how a document is cut. */
  readonly chunkConfigHash: string;
  /** Secrets of this run by input name. A document that contains one must not be sent. */
  readonly secrets: Readonly<Record<string, string>>;
}

export interface ReadDocs {
  readonly wanted: Wanted;
  readonly skipped: readonly Skipped[];
  readonly warnings: readonly DocsWarning[];
  /** Likely credentials in public items. */
  readonly exposed: readonly DocsWarning[];
  /** Secrets of this run in documents, public or private. */
  readonly ownSecrets: readonly OwnSecret[];
}

const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

/** Recorded documents. Shards that are not listed were not read, because nothing in them has changed. */
export interface KnownDocuments {
  readonly shards: readonly string[];
  readonly documents: ReadonlyMap<string, DocumentRecord>;
}

/** Reads and cuts the documents that the state does not know in this very form. */
export async function readDocs(
  git: Git,
  listed: readonly ListedDocument[],
  known: KnownDocuments,
  options: ReadOptions,
): Promise<ReadDocs> {
  const shards = new Set(known.shards);
  const isKnown = ({ path, blob }: ListedDocument) => {
    if (!shards.has(shardOf(path))) return true;
    const record = known.documents.get(path);
    return record?.blob === blob && record.chunkConfigHash === options.chunkConfigHash;
  };
  const unchanged = new Set(listed.filter(isKnown).map(({ path }) => path));
  const changed = listed.filter(({ path }) => !unchanged.has(path));
  const documents: WantedDocument[] = [];
  const skipped: Skipped[] = [];
  const warnings: DocsWarning[] = [];
  const exposed: DocsWarning[] = [];
  const ownSecrets: OwnSecret[] = [];
  /** Listed when the first link has to be checked. */
  let files: RepositoryFiles | undefined;
  let index = 0;
  for await (const bytes of git.read(changed.map(({ blob }) => blob))) {
    const document = changed[index];
    index += 1;
    if (!document) break;
    const { path, blob } = document;
    const { text, problem } = decode(bytes);
    if (problem !== undefined) warnings.push({ kind: 'encoding', path, line: 1, message: problem });
    if (text.startsWith(LFS_POINTER)) {
      const reason = 'it is stored in Git LFS, and the repository contains only its pointer';
      skipped.push({ path, reason });
      documents.push({ path, blob, skipped: reason, items: [] });
      continue;
    }
    const chunks = chunk({ path, text }, options);
    const { items, public: isPublic = options.public, skipped: reason, links = [] } = chunks;
    warnings.push(...chunks.warnings.map((warning) => ({ kind: 'format' as const, path, ...warning })));
    if (reason !== undefined) skipped.push({ path, reason });
    const why = reason === undefined ? {} : { skipped: reason };
    documents.push({ path, blob, ...why, items: items.map((item) => ({ ...item, public: isPublic })) });
    if (links.length > 0) {
      files ??= new RepositoryFiles(await git.files('HEAD'));
      warnings.push(...findBrokenLinks(path, text, links, files));
    }
    ownSecrets.push(...findOwnSecrets({ path, text, items }, options.secrets));
    for (const { warning, sure } of await findSentCredentials(path, text, items)) {
      (isPublic && sure ? exposed : warnings).push(warning);
    }
  }
  warnings.push(
    ...findSharedTitles(
      documents,
      [...unchanged].flatMap((path) => known.documents.get(path) ?? []),
    ),
  );
  // Unchanged documents that were skipped when they were read are still skipped.
  for (const path of unchanged) {
    const reason = known.documents.get(path)?.skipped;
    if (reason !== undefined) skipped.push({ path, reason });
  }
  return { wanted: { documents, unchanged }, skipped, warnings, exposed, ownSecrets };
}

/** Decodes a document: UTF-16 if it has such a byte order mark, else UTF-8. */
function decode(bytes: Buffer): { text: string; problem?: string } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes) };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes) };
  const text = bytes.toString('utf8');
  return isUtf8(bytes)
    ? { text }
    : { text, problem: 'contains bytes that are not valid UTF-8; they are replaced with \ufffd' };
}

/**
 * Returns a warning for each page whose title another page has as well, because a search cannot tell them apart.
 * @param unchanged records of the listed documents that were not read
 */
function findSharedTitles(documents: readonly WantedDocument[], unchanged: readonly DocumentRecord[]): DocsWarning[] {
  const pages = new Map<string, string>();
  for (const { path, items } of unchanged) {
    const page = items.find(({ key, status }) => key === `${path}#` && status === 'live');
    if (page) pages.set(page.title, path);
  }
  return documents.flatMap(({ path, items }): DocsWarning[] => {
    const page = items.find(({ key }) => key === `${path}#`);
    if (!page) return [];
    const other = pages.get(page.title);
    if (other === undefined) pages.set(page.title, path);
    if (other === undefined || other === path) return [];
    return [{ path, line: page.lines[0], kind: 'title', message: `has the same title as ${other}` }];
  });
}
