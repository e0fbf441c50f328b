import { normalize } from '@context-sync/formats';
import { getFacts } from '@context-sync/site';
import {
  applyReferenceEdits,
  createReferenceEdits,
  type DocumentRecord,
  getShard,
  hashParts,
  type OutgoingReferences,
  type References,
  type WantedDocuments,
} from '@context-sync/sync';
import type { Git } from '../git/git.ts';
import {
  addFindings,
  BATCH_SIZE,
  chunkBatch,
  createLeftoverWarnings,
  createUnfitWarning,
  type DocsFindings,
  type LoadedDocument,
  type ReadOptions,
} from './chunk-document.ts';
import { decodeDocument, isLfsPointer } from './decode-document.ts';
import type { DocsSite } from './docs-site.ts';
import type { DocsWarning } from './docs-warning.ts';
import {
  type ChangedDocumentFacts,
  findAffected,
  loadRecords,
  type RepositoryChanges,
  type StateRecords,
} from './find-affected.ts';
import type { ListedDocument, SkippedDocument } from './find-docs.ts';
import type { OwnSecret } from './find-own-secrets.ts';
import { createNameIndex } from './name-index.ts';

export interface ReadDocs {
  readonly wanted: WantedDocuments;
  readonly skipped: readonly SkippedDocument[];
  readonly warnings: readonly DocsWarning[];
  /** Number of links that match no known rule, by reason. These links are kept as written. */
  readonly uncheckedLinks: ReadonlyMap<string, number>;
  /** Number of links to pages that exist on the website but not in the repository, by reason. */
  readonly linksElsewhere: ReadonlyMap<string, number>;
  /** Sentences for the log about the rules that were inferred from the links of the site. */
  readonly inferences: readonly string[];
  /** Warnings about likely credentials in public items. */
  readonly exposed: readonly DocsWarning[];
  /** The secrets of this run that documents contain, whether public or private. */
  readonly ownSecrets: readonly OwnSecret[];
  /** Unchanged documents that were read because of a change elsewhere, by path, with the changed paths. */
  readonly causes: ReadonlyMap<string, readonly string[]>;
  /** Paths of the documents whose content differs from the state. Documents that were read again because of a setting are not included. */
  readonly edited: ReadonlySet<string>;
  /** New references by path and name, only for paths and names whose references differ from the state. */
  readonly references: ReadonlyMap<string, References>;
}

export interface ReadDocsInput {
  readonly git: Git;
  readonly listed: readonly ListedDocument[];
  /** The document records. The shards that are not read at first have no new, changed or deleted documents. */
  readonly records: StateRecords;
  readonly options: ReadOptions;
  readonly site: DocsSite;
  /** Changed paths that documents depend on, except listed documents. */
  readonly outside: readonly string[];
}

const LFS_REASON = 'it is stored in Git LFS, and the repository contains only its pointer';

/**
 * Reads and chunks the documents whose content or chunk config hash differs from the state, and the unchanged documents that depend on changes
 * elsewhere in the repository.
 * @throws GitError, StateError
 */
export async function readDocs(input: ReadDocsInput): Promise<ReadDocs> {
  const { listed, records, site, outside } = input;
  const { changed, removed } = findChanged(input);
  const facts = await readFacts(input, changed);
  const repositoryChanges: RepositoryChanges = { changed: facts, removed, outside };
  site.names = createNameIndex(records, facts, removed);
  const paths = new Map(listed.map((document) => [document.path, document]));
  const isUnchanged = (path: string) => paths.has(path) && !facts.has(path);
  const affectedDocuments = await findAffected(repositoryChanges, records, site, isUnchanged);
  const findings = await readDocuments(
    input,
    [...changed, ...[...affectedDocuments.keys()].flatMap((path) => paths.get(path) ?? [])],
    facts,
  );
  const references = await findChangedReferences(findings, removed, records);

  const readPaths = new Set(findings.documents.map(({ path }) => path));
  const unchangedPaths = new Set([...paths.keys()].filter((path) => !readPaths.has(path)));
  const recordsInDocs = [...records.documents.values()].filter(({ path }) => unchangedPaths.has(path));
  const { documents, skipped } = findings;
  findings.warnings.push(...createLeftoverWarnings(findings.leftovers));
  const unfitWarning = createUnfitWarning(findings.uncheckedLinks, documents[0]?.path);
  if (unfitWarning) findings.warnings.push(unfitWarning);
  const inferences = documents.length === 0 ? [] : await site.runUntilComplete(() => site.index.listInferences());
  // A document that was skipped when it was last read is skipped again if it has not changed.
  for (const { path, skipped: reason } of recordsInDocs) if (reason !== undefined) skipped.push({ path, reason });
  const editedPaths = changed
    .filter(({ path, blob }) => records.documents.get(path)?.blob !== blob)
    .map(({ path }) => path);
  return {
    ...findings,
    wanted: { documents, unchanged: unchangedPaths },
    inferences,
    causes: affectedDocuments,
    edited: new Set(editedPaths),
    references,
  };
}

/** Returns the listed documents whose content or chunk config hash differs from the state, and the recorded documents that are not listed. */
function findChanged({ listed, records, options }: ReadDocsInput) {
  const isKnown = ({ path, blob }: ListedDocument) => {
    if (!records.shards.has(getShard(path))) return true;
    const record = records.documents.get(path);
    return record?.blob === blob && record.chunkConfigHash === options.chunkConfigHash;
  };
  const changedDocuments = listed.filter((document) => !isKnown(document));
  const paths = new Set(listed.map(({ path }) => path));
  const removedRecords = [...records.documents.values()].filter(({ path, blob }) => blob !== null && !paths.has(path));
  return { changed: changedDocuments, removed: removedRecords };
}

/** Extracts the facts of the changed documents before chunking, so that the documents can be chunked in any order. */
async function readFacts({ git, site }: ReadDocsInput, changed: readonly ListedDocument[]) {
  const textsByPath = new Map<string, string>();
  for await (const { path, text } of readTexts(git, changed)) {
    const facts = getFacts(path, normalize(text));
    site.addFacts(path, facts);
    textsByPath.set(path, hashParts([facts], 16));
  }
  const result = new Map<string, ChangedDocumentFacts>();
  for (const [path, facts] of textsByPath) result.set(path, { facts, names: site.index.getNames(path) });
  return result;
}

async function readDocuments(
  { git, options, site, records }: ReadDocsInput,
  documents: readonly ListedDocument[],
  facts: ReadonlyMap<string, ChangedDocumentFacts>,
): Promise<DocsFindings> {
  const findings: DocsFindings = {
    documents: [],
    skipped: [],
    warnings: [],
    uncheckedLinks: new Map(),
    linksElsewhere: new Map(),
    leftovers: new Map(),
    exposed: [],
    ownSecrets: [],
  };
  let batch: LoadedDocument[] = [];
  const chunkAll = async () => {
    const chunkedDocuments = await chunkBatch(batch, options, site);
    for (const [index, document] of batch.entries()) {
      const result = chunkedDocuments[index];
      const dependencies = getDependencies(document.path, facts, records.documents);
      if (result) await addFindings(findings, document, result, { options, dependencies });
    }
    batch = [];
  };
  for await (const { path, blob, text, problem } of readTexts(git, documents)) {
    if (problem !== undefined) findings.warnings.push({ kind: 'encoding', path, line: 1, message: problem });
    if (isLfsPointer(text)) {
      findings.skipped.push({ path, reason: LFS_REASON });
      findings.documents.push({ path, blob, skipped: LFS_REASON, items: [] });
      continue;
    }
    batch.push({ path, blob, text });
    if (batch.length === BATCH_SIZE) await chunkAll();
  }
  await chunkAll();
  return findings;
}

/** Returns the record data that other documents depend on. */
function getDependencies(
  path: string,
  changedFacts: ReadonlyMap<string, ChangedDocumentFacts>,
  recordedDocuments: ReadonlyMap<string, DocumentRecord>,
): { names?: readonly string[]; facts?: string } {
  const { names = [], facts } = changedFacts.get(path) ?? recordedDocuments.get(path) ?? {};
  return { ...(names.length > 0 ? { names } : {}), ...(facts === undefined ? {} : { facts }) };
}

/** Returns the new references of all paths and names to which documents have added or removed references. */
async function findChangedReferences(
  { documents }: DocsFindings,
  removedDocuments: readonly DocumentRecord[],
  records: StateRecords,
): Promise<Map<string, References>> {
  const documentRecords = documents.flatMap(({ path }) => records.documents.get(path) ?? []);
  const edits = createReferenceEdits(
    [...documentRecords, ...removedDocuments].map(getReferences),
    documents.map(getReferences),
  );
  const keys = edits.map(({ key }) => key);
  await loadRecords(records, keys);
  return applyReferenceEdits(records.documents, edits);
}

function getReferences({
  path,
  uses = [],
  names = [],
}: {
  readonly path: string;
  readonly uses?: readonly string[] | undefined;
  readonly names?: readonly string[] | undefined;
}): OutgoingReferences {
  return { path, uses, names };
}

async function* readTexts(git: Git, documents: readonly ListedDocument[]) {
  let index = 0;
  const blobs = documents.map(({ blob }) => blob);
  for await (const bytes of git.read(
    blobs,
    documents.map(({ path }) => path),
  )) {
    const document = documents[index];
    index += 1;
    if (document) yield { ...document, ...decodeDocument(bytes) };
  }
}
