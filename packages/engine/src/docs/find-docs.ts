import { EXTENSIONS } from '@context-sync/chunker';
import { findSkipped, SKIPPED_KINDS } from '@context-sync/selection';
import picomatch from 'picomatch';
import type { Git, TreeEntry } from '../git/git.ts';
import type { Settings } from '../inputs/action-settings.ts';
import type { Problem } from '../problem/problem.ts';

/** A file that is skipped, and the reason. */
export interface SkippedDocument {
  readonly path: string;
  readonly reason: string;
}

/** A document in the docs folder that has not been read yet. */
export interface ListedDocument {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly blob: string;
}

export interface DocsTree {
  readonly commit: string;
  /** ID of the git tree of the docs folder. Two commits with the same ID have the same docs. */
  readonly tree: string;
  /**
   * Lists the documents.
   * @param synced paths of documents that are already on the platform. Among documents with equal content, these documents are kept. Default: none
   */
  list(synced?: ReadonlySet<string>): Promise<DocsListing>;
}

function getMaxBytes(path: string): number {
  return /\.json$/i.test(path) ? MAX_JSON_BYTES : MAX_DOCUMENT_BYTES;
}

export interface DocsListing {
  readonly documents: readonly ListedDocument[];
  readonly skipped: readonly SkippedDocument[];
  /** Groups of paths with the same content, including skipped documents. */
  readonly equal: readonly (readonly string[])[];
}

const MEBIBYTE = 1024 * 1024;
const MAX_DOCUMENT_BYTES = 5 * MEBIBYTE;
/** The size limit of JSON files. It is higher than the limit of other files, because OpenAPI documents of large platforms are long. */
const MAX_JSON_BYTES = 32 * MEBIBYTE;

/** Start of the reason for skipping a document of a format that the action does not read. The extension follows. */
export const UNREAD_KIND_REASON = 'files of this kind are not read';
/** Matches documents and descriptions of APIs in formats that the action does not read. Other files, such as images, are not documents. */
const UNREAD_DOCUMENT =
  /\.(?:org|textile|wiki|mediawiki|creole|rdoc|pod|tex|typ|pdf|docx?|odt|rtf|pptx?|odp|epub|dita|ditamap|dbk|proto|graphqls?|gql|raml|apib|wsdl)$/i;

/** Matches files in folders that generators write to. */
const BUILD_OUTPUT =
  /(?:^|\/)(?:node_modules|_site|_build|\.docusaurus|\.next|\.nuxt|\.output|\.jekyll-cache|\.vitepress\/(?:cache|dist)|\.vuepress\/dist)\//;
/** Matches files in folders whose names begin with a dot, such as the instructions for assistants in `.claude`. Site generators do not publish them. */
const HIDDEN_FOLDER = /(?:^|\/)\.[^/]+\//;
/** Matches HTML files in the folders of themes of MkDocs, Jekyll, Hugo and Sphinx. */
const THEME_TEMPLATE = /(?:^|\/)(?:overrides|_layouts|_includes|_templates|layouts|themes?|shortcodes)\/.*\.html?$/;

/** Matches lists of packages that `pip` installs, such as `requirements.txt`. */
const PACKAGE_LIST = /(?:^|\/)(?:[\w-]*requirements(?:[-_.][\w-]+)?|requirements\/[\w-]+|constraints)\.(?:txt|in)$/i;
/** Matches attachments of an Antora site, which readers download. */
const ATTACHMENT = /(?:^|\/)modules\/[^/]+\/attachments\//;

const HIDDEN_REASON = 'it is in a hidden folder, which only "include" can select';

/** Reasons for skipping entries with these git modes. */
const UNREAD_MODES: Readonly<Record<string, string>> = {
  '120000': 'it is a symbolic link',
  '160000': 'it is a submodule',
};

type DocsSettings = Pick<Settings, 'docs' | 'include' | 'exclude' | 'includeKinds'>;

/**
 * Finds the docs folder in the checked-out commit.
 * @returns a problem if the folder is missing
 */
export async function findDocs(git: Git, settings: DocsSettings): Promise<DocsTree | Problem> {
  const commit = await git.resolve(`${git.head}^{commit}`);
  if (commit === undefined) {
    return {
      subject: 'docs',
      problem: 'no commit is checked out',
      fix: 'add a step with actions/checkout before this one',
    };
  }
  const tree = await git.resolve(`${commit}:${settings.docs}`);
  // The ID of a submodule is a commit ID, so it differs from the ID of its tree.
  const isFolder = tree !== undefined && (await git.resolve(`${tree}^{tree}`)) === tree;
  if (tree === undefined || !isFolder) {
    const folders = await git.listFolders(commit);
    return {
      subject: 'docs',
      problem: `the folder "${settings.docs}" does not exist in commit ${commit.slice(0, 7)}`,
      fix:
        folders.length > 0
          ? `use an existing folder, such as ${folders.slice(0, 8).join(', ')}`
          : 'add the folder, or use "." for the whole repository',
    };
  }
  let entries: Promise<TreeEntry[]> | undefined;
  const list: DocsTree['list'] = async (synced = new Set()) => {
    entries ??= git.list(tree);
    return sort(await entries, settings, synced);
  };
  return { commit, tree, list };
}

/** Divides the files into documents to sync and skipped files. Omits files of unsupported types unless `include` matches them. */
function sort(
  entries: readonly TreeEntry[],
  { docs, include, exclude, includeKinds }: DocsSettings,
  syncedPaths: ReadonlySet<string>,
): DocsListing {
  const isIncluded = include.length > 0 ? picomatch([...include], { dot: true }) : () => true;
  const isExcluded = exclude.length > 0 ? picomatch([...exclude], { dot: true }) : () => false;
  const knownDocuments: (ListedDocument & { inside: string })[] = [];
  const skippedPages: SkippedDocument[] = [];
  for (const entry of entries) {
    const path = docs === '' ? entry.path : `${docs}/${entry.path}`;
    if (!isIncluded(entry.path) || isExcluded(entry.path)) continue;
    const isHidden = include.length === 0 && HIDDEN_FOLDER.test(entry.path);
    const reason =
      UNREAD_MODES[entry.mode] ??
      (isDocument(entry.path) ? (findSiteFileReason(path) ?? (isHidden ? HIDDEN_REASON : undefined)) : undefined);
    if (reason !== undefined) skippedPages.push({ path, reason });
    else if (!isDocument(entry.path)) {
      if (include.length > 0) skippedPages.push({ path, reason: 'its format is not supported' });
      else if (UNREAD_DOCUMENT.test(entry.path))
        skippedPages.push({ path, reason: `${UNREAD_KIND_REASON}: ${path.slice(path.lastIndexOf('.'))}` });
    } else if (!entry.readable) skippedPages.push({ path, reason: 'its name is not valid UTF-8' });
    else if (entry.readSize > getMaxBytes(entry.path))
      skippedPages.push({ path, reason: `it is larger than ${getMaxBytes(entry.path) / MEBIBYTE} MiB` });
    else knownDocuments.push({ path, inside: entry.path, blob: entry.id });
  }
  const kinds = new Set(SKIPPED_KINDS.filter((kind) => !includeKinds.has(kind)));
  const reasons = findSkipped(
    knownDocuments.map(({ path, inside, blob }) => ({
      path: inside,
      id: blob,
      name: path,
      isSynced: syncedPaths.has(path),
    })),
    kinds,
  );
  const documents: ListedDocument[] = [];
  for (const { path, inside, blob } of knownDocuments) {
    const reason = reasons.get(inside);
    if (reason === undefined) documents.push({ path, blob });
    else skippedPages.push({ path, reason });
  }
  return { documents, skipped: skippedPages, equal: groupEqualDocuments(knownDocuments) };
}

/** Returns the reason why a file of a site is not a document: it is a template of the theme, or it was generated. */
function findSiteFileReason(path: string): string | undefined {
  if (BUILD_OUTPUT.test(path)) return 'it is the output of a build';
  if (PACKAGE_LIST.test(path)) return 'it is a list of packages';
  if (ATTACHMENT.test(path)) return 'it is an attachment';
  return THEME_TEMPLATE.test(path) ? 'it is a template of the site' : undefined;
}

/** Returns the paths of each group of documents with the same content. */
function groupEqualDocuments(documents: readonly ListedDocument[]): string[][] {
  const firstPaths = new Map<string, string>();
  const groups = new Map<string, string[]>();
  for (const { path, blob } of documents) {
    const firstPath = firstPaths.get(blob);
    const group = groups.get(blob);
    if (firstPath === undefined) firstPaths.set(blob, path);
    else if (group === undefined) groups.set(blob, [firstPath, path]);
    else group.push(path);
  }
  return [...groups.values()];
}

/** Returns whether the extension of a file belongs to a supported format. */
function isDocument(path: string): boolean {
  return EXTENSIONS.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

/** Returns the problem to report for a docs folder without documents to sync. */
export function createNoDocumentsProblem(
  { docs, include, exclude }: DocsSettings,
  skippedDocuments: readonly SkippedDocument[],
): Problem {
  const folder = docs === '' ? 'the repository' : `"${docs}"`;
  const [first] = skippedDocuments;
  if (first) {
    return {
      subject: 'docs',
      problem: `every document in ${folder} is skipped; for example, ${first.path}, because ${first.reason}`,
      fix: 'set another folder, or commit the documents themselves',
    };
  }
  if (include.length > 0 || exclude.length > 0) {
    return {
      subject: include.length > 0 ? 'include' : 'exclude',
      problem: `the globs select no document in ${folder}`,
      fix: 'write globs relative to the docs folder, for example guides/**/*.md',
    };
  }
  return {
    subject: 'docs',
    problem: `${folder} contains no documents`,
    fix: `set the folder that contains them; supported extensions: ${EXTENSIONS.map((extension) => `.${extension}`).join(', ')}`,
  };
}
