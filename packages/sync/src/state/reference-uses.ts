import type { DocumentRecord, References } from './state-schema.ts';

/** A recorded fact on which the items of a document depend. */
export interface RecordedUse {
  readonly kind: string;
  readonly key: string;
  readonly digest: string;
}

/** The paths and names to which a document refers, and the names that it defines. */
export interface OutgoingReferences {
  readonly path: string;
  readonly uses: readonly string[];
  readonly names: readonly string[];
}

/** The kind of a use that depends on the whole text of a file. */
const TEXT_USE = 'text';

/** Formats a use for `DocumentRecord.uses`. Neither kinds nor digests contain spaces. */
export function formatUse({ kind, key, digest }: RecordedUse): string {
  return `${kind} ${key} ${digest}`;
}

/** Parses an entry of `DocumentRecord.uses`. */
export function parseUse(text: string): RecordedUse {
  const [first, last] = [text.indexOf(' '), text.lastIndexOf(' ')];
  return { kind: text.slice(0, first), key: text.slice(first + 1, last), digest: text.slice(last + 1) };
}

/** Returns the path of the record that lists the documents that use a file or a name. */
export function getReferenceKey({ kind, key }: { readonly kind: string; readonly key: string }): string {
  if (kind === 'name') return getNameKey(key);
  return kind === 'anchor' && key.includes('#') ? key.slice(0, key.indexOf('#')) : key;
}

/** Returns the path of the record of a name. */
export function getNameKey(name: string): string {
  return `name:${name}`;
}

/** Returns the entries that a document adds to the records of other paths and names. Each entry has the form `list key`, separated by a space. */
function getContributions({ uses, names }: OutgoingReferences): Set<string> {
  const contributions = new Set<string>();
  for (const use of uses.map(parseUse))
    contributions.add(`${use.kind === TEXT_USE ? 'includedBy' : 'usedBy'} ${getReferenceKey(use)}`);
  for (const name of names) contributions.add(`owners ${getNameKey(name)}`);
  return contributions;
}

/** A change of the references to one path or name. */
export interface ReferenceEdit {
  readonly list: keyof References;
  readonly key: string;
  /** The document that starts or stops referring to the path or name, or defining it. */
  readonly path: string;
  readonly isAdded: boolean;
}

/**
 * Returns the edits of references that result if the references of documents change from `before` to `after`. A document may be in only one of the
 * two lists.
 */
export function createReferenceEdits(
  before: readonly OutgoingReferences[],
  after: readonly OutgoingReferences[],
): ReferenceEdit[] {
  const oldContributions = new Map(before.map((each) => [each.path, getContributions(each)]));
  const nextContributions = new Map(after.map((each) => [each.path, getContributions(each)]));
  const edits: ReferenceEdit[] = [];
  const editUses = (text: string, path: string, isAdded: boolean) => {
    const space = text.indexOf(' ');
    edits.push({ list: text.slice(0, space) as keyof References, key: text.slice(space + 1), path, isAdded });
  };
  for (const [path, texts] of oldContributions)
    for (const text of texts) if (!nextContributions.get(path)?.has(text)) editUses(text, path, false);
  for (const [path, texts] of nextContributions)
    for (const text of texts) if (!oldContributions.get(path)?.has(text)) editUses(text, path, true);
  return edits;
}

/** Returns the references after the edits, by path and name. @param documents documents that include the records of all edited keys */
export function applyReferenceEdits(
  documents: ReadonlyMap<string, DocumentRecord>,
  edits: readonly ReferenceEdit[],
): Map<string, References> {
  const changedEntries = new Map<string, References>();
  for (const [key, changes] of Map.groupBy(edits, (edit) => edit.key)) {
    const getList = (list: keyof References) => {
      const paths = new Set(documents.get(key)?.[list]);
      for (const change of changes) {
        if (change.list !== list) continue;
        if (change.isAdded) paths.add(change.path);
        else paths.delete(change.path);
      }
      return paths.size > 0 ? { [list]: [...paths].sort() } : {};
    };
    changedEntries.set(key, { ...getList('usedBy'), ...getList('includedBy'), ...getList('owners') });
  }
  return changedEntries;
}
