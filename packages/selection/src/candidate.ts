import { EXTENSIONS, formatNameOf } from '@context-sync/formats/extensions';

/** A document of the tree. */
export interface Candidate {
  /** Path from the root of the docs folder, with `/`. */
  readonly path: string;
  /** Id of its content: equal ids, equal contents (a git blob id). */
  readonly id?: string;
  /** How reasons name it; default: its path. */
  readonly name?: string;
  /** Whether it is on the platform already; of equal documents, such a one is kept. Default false. */
  readonly isSynced?: boolean;
}

/** A candidate with its path taken apart. */
export interface Page {
  readonly path: string;
  readonly id: string | undefined;
  readonly name: string;
  readonly isSynced: boolean;
  readonly folders: readonly string[];
  /** File name without the extension of a known format. */
  readonly stem: string;
  /** Extension of a known format in lower case, without its dot; else empty. */
  readonly extension: string;
}

/** Longest path that is looked at for a language or a version; no checkout has longer ones. */
const LONGEST_PATH = 4096;

/** Folders of a path, from its root, that are looked at for a language or a version; no docs tree has them deeper. */
const FOLDERS_READ = 12;

/** Takes the path of a candidate apart. */
export function pageOf({ path, id, name: shown = path, isSynced = false }: Candidate): Page {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  const known = EXTENSIONS.includes(extension);
  return {
    path,
    id: id === '' ? undefined : id,
    name: shown,
    isSynced,
    folders,
    stem: known ? name.slice(0, dot) : name,
    extension: known ? extension : '',
  };
}

/** The folders that are looked at for a language or a version, outermost first. */
export function foldersRead({ path, folders }: Page): readonly string[] {
  return path.length > LONGEST_PATH ? [] : folders.slice(0, FOLDERS_READ);
}

/** Whether the page is data, as `openapi.yaml` is, and so no other form of `openapi.md`; prose stays the same page in all its formats. */
export function isData({ extension }: Pick<Page, 'extension'>): boolean {
  return formatNameOf(`.${extension}`) === 'openapi';
}

/** Paths of the folders of the pages, as deep as they are looked at. */
export function foldersOf(pages: readonly Page[]): Set<string> {
  const folders = new Set<string>();
  for (const page of pages) {
    let end = -1;
    for (const folder of foldersRead(page)) {
      end += folder.length + 1;
      folders.add(page.path.slice(0, end));
    }
  }
  return folders;
}
