import { EXTENSIONS } from '@context-sync/chunker';
import { LEFT_OUT_KINDS, leftOut } from '@context-sync/selection';
import picomatch from 'picomatch';
import type { Git, TreeEntry } from '../git/git.ts';
import type { Settings } from '../inputs/settings.ts';
import type { Problem } from '../problem/problem.ts';

/** A file that gives no items, and why. */
export interface Skipped {
  readonly path: string;
  readonly reason: string;
}

/** A document of the docs tree, not yet read. */
export interface ListedDocument {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly blob: string;
}

export interface DocsTree {
  readonly commit: string;
  /** Id of the docs folder's tree: equal ids, equal docs. */
  readonly tree: string;
  /**
   * Lists what is in it; the cost is that of the docs.
   * @param synced paths of documents that are on the platform already: of equal ones, these are kept. Default none
   */
  list(synced?: ReadonlySet<string>): Promise<DocsListing>;
}

export interface DocsListing {
  readonly documents: readonly ListedDocument[];
  readonly skipped: readonly Skipped[];
  /** Paths of documents with the same content, whether they are skipped or not, by group. */
  readonly equal: readonly (readonly string[])[];
}

/** Largest document that is read, in bytes. */
const SIZE_LIMIT = 5 * 1024 * 1024;

/** Why entries of these git modes are not read. */
const UNREAD_MODES: Readonly<Record<string, string>> = {
  '120000': 'it is a symbolic link',
  '160000': 'it is a submodule',
};

type DocsSettings = Pick<Settings, 'docs' | 'include' | 'exclude' | 'includeKinds'>;

/** Finds the docs folder in the checked-out commit. @returns a problem where it is not there */
export async function findDocs(git: Git, settings: DocsSettings): Promise<DocsTree | Problem> {
  const commit = await git.resolve('HEAD^{commit}');
  if (commit === undefined) {
    return {
      subject: 'docs',
      problem: 'there is no checked-out commit to read them from',
      fix: 'put a step with actions/checkout before this one',
    };
  }
  const tree = await git.resolve(`${commit}:${settings.docs}`);
  // A submodule is a commit, whose tree has another id: it is of another repository, also where that commit happens to be here.
  const isFolder = tree !== undefined && (await git.resolve(`${tree}^{tree}`)) === tree;
  if (tree === undefined || !isFolder) {
    const folders = await git.folders(commit);
    return {
      subject: 'docs',
      problem: `there is no folder "${settings.docs}" in commit ${commit.slice(0, 7)}`,
      fix:
        folders.length > 0
          ? `give one that is there, such as ${folders.slice(0, 8).join(', ')}`
          : 'add the folder, or give "." for the whole repository',
    };
  }
  let entries: Promise<TreeEntry[]> | undefined;
  const list: DocsTree['list'] = async (synced = new Set()) => {
    entries ??= git.list(tree);
    return sort(await entries, settings, synced);
  };
  return { commit, tree, list };
}

/** What is to be synced, and what is left out and why. Files that are no documents at all are left out without a word each. */
function sort(
  entries: readonly TreeEntry[],
  { docs, include, exclude, includeKinds }: DocsSettings,
  synced: ReadonlySet<string>,
): DocsListing {
  const included = include.length > 0 ? picomatch([...include], { dot: true }) : () => true;
  const excluded = exclude.length > 0 ? picomatch([...exclude], { dot: true }) : () => false;
  const known: (ListedDocument & { inside: string })[] = [];
  const skipped: Skipped[] = [];
  for (const entry of entries) {
    const path = docs === '' ? entry.path : `${docs}/${entry.path}`;
    if (!included(entry.path) || excluded(entry.path)) continue;
    // Git lists these without what is behind them, so their names say nothing about what a reader expects to find there.
    const reason = UNREAD_MODES[entry.mode];
    if (reason !== undefined) skipped.push({ path, reason });
    else if (!isDocument(entry.path)) {
      if (include.length > 0) skipped.push({ path, reason: 'its format is not known' });
    } else if (!entry.readable) skipped.push({ path, reason: 'its name is not UTF-8' });
    else if (entry.size > SIZE_LIMIT) skipped.push({ path, reason: `it is over ${SIZE_LIMIT / 1024 / 1024} MiB` });
    else known.push({ path, inside: entry.path, blob: entry.id });
  }
  const kinds = new Set(LEFT_OUT_KINDS.filter((kind) => !includeKinds.has(kind)));
  const reasons = leftOut(
    known.map(({ path, inside, blob }) => ({ path: inside, id: blob, name: path, isSynced: synced.has(path) })),
    kinds,
  );
  const documents: ListedDocument[] = [];
  for (const { path, inside, blob } of known) {
    const reason = reasons.get(inside);
    if (reason === undefined) documents.push({ path, blob });
    else skipped.push({ path, reason });
  }
  const groups = Map.groupBy(known, ({ blob }) => blob).values();
  const equal = [...groups].flatMap((group) => (group.length > 1 ? [group.map(({ path }) => path)] : []));
  return { documents, skipped, equal };
}

/** Whether the name has the extension of a format that can be read. */
function isDocument(path: string): boolean {
  return EXTENSIONS.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

/** The problem of a docs folder that gives nothing to sync. */
export function noDocumentsProblem({ docs, include, exclude }: DocsSettings, skipped: readonly Skipped[]): Problem {
  const folder = docs === '' ? 'the repository' : `"${docs}"`;
  const [first] = skipped;
  if (first) {
    return {
      subject: 'docs',
      problem: `every document in ${folder} is left out; ${first.path}, for example, because ${first.reason}`,
      fix: 'give another folder, or commit the documents themselves',
    };
  }
  if (include.length > 0 || exclude.length > 0) {
    return {
      subject: include.length > 0 ? 'include' : 'exclude',
      problem: `no document in ${folder} is left by the patterns`,
      fix: 'write them relative to the docs folder, for example guides/**/*.md',
    };
  }
  return {
    subject: 'docs',
    problem: `there is no document in ${folder}`,
    fix: `give the folder that holds them; their names end in ${EXTENSIONS.map((extension) => `.${extension}`).join(', ')}`,
  };
}
