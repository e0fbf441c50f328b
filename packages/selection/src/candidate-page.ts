import { EXTENSIONS, getFormatName } from '@context-sync/formats/extensions';

/** A document that may be synced. */
export interface Candidate {
  /** Path from the root of the docs folder, with `/` as separator. */
  readonly path: string;
  /** Id of the content, a git blob id. Documents with equal ids are identical. */
  readonly id?: string;
  /** Name of the document in reasons. Default: the path. */
  readonly name?: string;
  /** Whether the platform already contains the document. If several documents are identical, the synced document is kept. Default false. */
  readonly isSynced?: boolean;
}

/** A candidate with a parsed path. */
export interface CandidatePage {
  readonly path: string;
  readonly id: string | undefined;
  readonly name: string;
  readonly isSynced: boolean;
  /** Names of the folders in the path, outermost first. Pages of one folder share the array, so that each folder is examined once. */
  readonly folders: readonly string[];
  /** File name without the extension of a known format. */
  readonly stem: string;
  /** Lowercase extension of a known format, without the dot; otherwise empty. */
  readonly extension: string;
}

/** Maximum length of a folder path that is searched for a language or version. Paths in real repositories are shorter. */
const MAX_FOLDER_PATH_LENGTH = 4096;

/** Maximum number of folders from the root that are searched for a language or version. Known docs trees are less deep. */
const MAX_FOLDER_DEPTH = 12;

/** Parses the paths of candidates. The memory use is lowest if the candidates are sorted by path. */
export function parseCandidates(candidates: readonly Candidate[]): CandidatePage[] {
  let folderPath = '';
  let folders: readonly string[] = [];
  return candidates.map((candidate) => {
    const candidateFolder = candidate.path.slice(0, candidate.path.lastIndexOf('/') + 1);
    if (candidateFolder !== folderPath) {
      folderPath = candidateFolder;
      folders = folderPath.split('/').slice(0, -1);
    }
    return parseCandidate(candidate, folders);
  });
}

function parseCandidate(
  { path, id, name: shown = path, isSynced = false }: Candidate,
  folders: readonly string[],
): CandidatePage {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  const isKnownExtension = EXTENSIONS.includes(extension);
  return {
    path,
    id: id === '' ? undefined : id,
    name: shown,
    isSynced,
    folders,
    stem: isKnownExtension ? name.slice(0, dot) : name,
    extension: isKnownExtension ? extension : '',
  };
}

/** Returns the folders that are searched for a language or version, outermost first. */
export function getSearchedFolders({ path, folders }: CandidatePage): readonly string[] {
  if (path.lastIndexOf('/') > MAX_FOLDER_PATH_LENGTH) return [];
  return folders.length > MAX_FOLDER_DEPTH ? folders.slice(0, MAX_FOLDER_DEPTH) : folders;
}

/** Returns whether the page is data such as `openapi.yaml`, which is not another format of `openapi.md`. */
export function isData({ extension }: Pick<CandidatePage, 'extension'>): boolean {
  return getFormatName(`.${extension}`) === 'openapi';
}

/** Returns the paths of all folders that are searched. */
export function listFolders(pages: readonly CandidatePage[]): Set<string> {
  const folders = new Set<string>();
  for (const page of pages) {
    let end = -1;
    for (const folder of getSearchedFolders(page)) {
      end += folder.length + 1;
      folders.add(page.path.slice(0, end));
    }
  }
  return folders;
}
