import { EXTENSIONS, getFormatName } from '@context-sync/formats/extensions';

/** A document that may be synced. */
export interface Candidate {
  /** Path from the root of the docs folder, with `/`. */
  readonly path: string;
  /** Id of its content (a git blob id): equal ids mean equal content. */
  readonly id?: string;
  /** Its name in reasons; default: its path. */
  readonly name?: string;
  /** Whether the platform has it already; of identical documents, such a one is kept. Default false. */
  readonly isSynced?: boolean;
}

/** A candidate with a parsed path. */
export interface CandidatePage {
  readonly path: string;
  readonly id: string | undefined;
  readonly name: string;
  readonly isSynced: boolean;
  /** Names of its folders, outermost first. Pages of one folder share the array, so that each folder is examined once. */
  readonly folders: readonly string[];
  /** File name without the extension of a known format. */
  readonly stem: string;
  /** Lowercase extension of a known format, without the dot; otherwise empty. */
  readonly extension: string;
}

/** Maximum length of the path of a folder that is searched for a language or version. Real repositories have no longer paths. */
const MAX_FOLDER_PATH_LENGTH = 4096;

/** Maximum number of folders from the root that are searched for a language or version. No known docs tree is deeper. */
const MAX_FOLDER_DEPTH = 12;

/** Parses the paths of candidates. Candidates that are sorted by path need the least memory. */
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

/** The folders that are searched for a language or version, outermost first. */
export function searchedFolders({ path, folders }: CandidatePage): readonly string[] {
  if (path.lastIndexOf('/') > MAX_FOLDER_PATH_LENGTH) return [];
  return folders.length > MAX_FOLDER_DEPTH ? folders.slice(0, MAX_FOLDER_DEPTH) : folders;
}

/** Whether the page is data such as `openapi.yaml`, and so not another format of `openapi.md`. */
export function isData({ extension }: Pick<CandidatePage, 'extension'>): boolean {
  return getFormatName(`.${extension}`) === 'openapi';
}

/** Paths of all folders of the pages that are searched. */
export function allFolders(pages: readonly CandidatePage[]): Set<string> {
  const folders = new Set<string>();
  for (const page of pages) {
    let end = -1;
    for (const folder of searchedFolders(page)) {
      end += folder.length + 1;
      folders.add(page.path.slice(0, end));
    }
  }
  return folders;
}
