import { type CandidatePage, getSearchedFolders, isData } from '../candidate-page.ts';
import { parseDocusaurusTranslation } from '../docusaurus-routes.ts';
import { getRoute } from '../page-route.ts';
import { type CodedName, type Language, parseCodedName, parseLanguage } from './language-tag.ts';

/** A part of a path that may name the page's language. */
export interface LanguageMarker {
  readonly language: Language;
  /** `folder`: `fr/guide.md`; `suffix`: `guide.fr.md`; `joined`: `guide-fr.md`; `tool`: the layout of a documentation tool. */
  readonly form: 'folder' | 'suffix' | 'joined' | 'tool';
  /** Group of files in which evidence is counted: the folder of the language, or all files with the suffix. */
  readonly place: string;
  /** Parent folder of the language folder, if any. */
  readonly parent: string | undefined;
  /** Whether the name of the parent folder means translations, such as `i18n`. */
  readonly amongTranslations: boolean;
  /** Routes of the page without the language, most likely first. */
  readonly routes: readonly string[];
  /** File name of the original, without extension. */
  readonly stem: string;
  /**
   * Whether the routes are distinctive. The routes of index pages and of `openapi.yaml` are not distinctive, because most folders or APIs contain such a file.
   */
  readonly isDistinctive: boolean;
}

const TRANSLATION_FOLDERS = new Set(['i18n', '_i18n', 'l10n', 'locale', 'locales', 'translations', 'translation']);
/** Matches folder names that may end in a language: `docs-zh`. */
const CONTENT_FOLDERS = /^_?(?:docs?|documentation|content|guides?|pages|site|website|book|wiki|manual)$/i;
/** Matches folders that contain whole docs trees. */
const ROOT_FOLDERS = /(?:^|\/)(?:_?docs?|documentation|content|src|source|pages|site|website|book|wiki|manual)$/i;
/** Matches files that most repositories contain. `README_CN.md` must be a translation, whereas `support-de.md` may be about Germany. */
const COMMUNITY_PATTERN = /^(?:[Rr]eadme|README|CHANGELOG|CONTRIBUTING|CODE[-_]OF[-_]CONDUCT|SECURITY|SUPPORT|FAQ)$/;

const NO_MARKERS: readonly LanguageMarker[] = [];
/** Cache of folder lists that contain no language. */
const foldersWithoutLanguage = new WeakSet<readonly string[]>();

/** Returns the language markers of a page: folders from the outermost, then the file name. */
export function findLanguageMarkers(page: CandidatePage): readonly LanguageMarker[] {
  const folderMarkers = foldersWithoutLanguage.has(page.folders) ? NO_MARKERS : findFolderMarkers(page);
  if (folderMarkers.length === 0) foldersWithoutLanguage.add(page.folders);
  if (folderMarkers.some(({ form }) => form === 'tool')) return folderMarkers;
  const codedStem = parseCodedName(page.stem);
  return codedStem === undefined ? folderMarkers : [...folderMarkers, findNameMarker(page, codedStem)];
}

/** Returns whether the folder may contain all docs, so that its subfolders may be languages. Below other folders, `de` is probably a country. */
export function isForAll(folder: string): boolean {
  return folder === '' || ROOT_FOLDERS.test(folder);
}

/** Returns whether a translation of this file needs no further evidence. */
export function isCommunityFile(stem: string): boolean {
  return COMMUNITY_PATTERN.test(stem);
}

function findFolderMarkers(page: CandidatePage): LanguageMarker[] {
  const tool = parseDocusaurusTranslation(page);
  if (tool !== undefined) {
    const { code, routes } = tool;
    const language = parseLanguage(code) ?? { tag: code.toLowerCase(), english: false, weight: 'regional' };
    const { stem } = page;
    return [
      {
        language,
        form: 'tool',
        place: '',
        parent: undefined,
        amongTranslations: true,
        routes,
        stem,
        isDistinctive: true,
      },
    ];
  }
  const markers: LanguageMarker[] = [];
  let start = 0;
  for (const [at, folder] of getSearchedFolders(page).entries()) {
    const marker = findFolderMarker(page, at, folder, start);
    if (marker !== undefined) markers.push(marker);
    start += folder.length + 1;
  }
  return markers;
}

function findFolderMarker(
  page: CandidatePage,
  index: number,
  folder: string,
  start: number,
): LanguageMarker | undefined {
  const wholeLanguage = parseLanguage(folder);
  const codedFolder = wholeLanguage === undefined ? parseCodedName(folder) : undefined;
  const language = wholeLanguage ?? codedFolder?.language;
  if (language === undefined) return undefined;
  if (codedFolder !== undefined && language.weight !== 'regional' && !CONTENT_FOLDERS.test(codedFolder.base))
    return undefined;
  const { folders } = page;
  const isAmongTranslations = TRANSLATION_FOLDERS.has((folders[index - 1] ?? '').toLowerCase());
  const parentFolders = folders.slice(0, isAmongTranslations ? index - 1 : index);
  // gettext stores its files in a folder with this name.
  const foldersBelow = folders.slice(folders[index + 1] === 'LC_MESSAGES' ? index + 2 : index + 1);
  const baseNames = codedFolder === undefined ? [] : [codedFolder.base];
  const stem = removeCode(page.stem, language);
  return {
    language,
    form: 'folder',
    place: page.path.slice(0, start + folder.length),
    parent: page.path.slice(0, Math.max(0, start - 1)),
    amongTranslations: isAmongTranslations,
    routes: [getRoute([...parentFolders, ...baseNames, ...foldersBelow], stem, page.extension)],
    stem,
    isDistinctive: getRoute(foldersBelow, stem, '') !== '' && !isData(page),
  };
}

function findNameMarker(page: CandidatePage, { base, separator, language }: CodedName): LanguageMarker {
  const { folders } = page;
  const isInTranslations = TRANSLATION_FOLDERS.has((folders.at(-1) ?? '').toLowerCase());
  const homeFolders = isInTranslations ? [folders, folders.slice(0, -1)] : [folders];
  return {
    language,
    form: separator === '.' ? 'suffix' : 'joined',
    place: `*${separator}${language.tag}`,
    parent: undefined,
    amongTranslations: isInTranslations,
    routes: homeFolders.map((home) => getRoute(home, base, page.extension)),
    stem: base,
    isDistinctive: !isData(page),
  };
}

/** Returns the name without a suffix that repeats the folder's language: `fr/guide.fr.md`. */
function removeCode(stem: string, language: Language): string {
  const codedStem = parseCodedName(stem);
  return codedStem?.language.tag === language.tag && codedStem.separator === '.' ? codedStem.base : stem;
}
