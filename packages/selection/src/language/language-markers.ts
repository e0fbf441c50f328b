import { foldersRead, isData, type Page } from '../candidate.ts';
import { translatedByDocusaurus } from '../docusaurus.ts';
import { routeOf } from '../route.ts';
import { type CodedName, codedName, type Language, languageOf } from './language.ts';

/** A place in a path that may say in which language the page is. */
export interface LanguageMark {
  readonly language: Language;
  /** `folder`: `fr/guide.md`; `suffix`: `guide.fr.md`; `joined`: `guide-fr.md`; `tool`: laid down by a documentation tool. */
  readonly form: 'folder' | 'suffix' | 'joined' | 'tool';
  /** What its evidence is counted over: the folder of the language, or all files with the suffix. */
  readonly place: string;
  /** Folder that the folder of the language is in, if there is one. */
  readonly parent: string | undefined;
  /** Whether that folder is named for translations, as `i18n` is. */
  readonly amongTranslations: boolean;
  /** Routes of the page without the mark, the likelier first. */
  readonly routes: readonly string[];
  /** File name that the original has, without its extension. */
  readonly stem: string;
  /** Whether a page of such a route says something: every folder has an index, and every API an `openapi.yaml`. */
  readonly telling: boolean;
}

const FOR_TRANSLATIONS = new Set(['i18n', '_i18n', 'l10n', 'locale', 'locales', 'translations', 'translation']);
/** Folders that a language may be joined to: `docs-zh`. */
const FOR_CONTENT = /^_?(?:docs?|documentation|content|guides?|pages|site|website|book|wiki|manual)$/i;
/** Folders that hold whole trees of docs. */
const FOR_ALL = /(?:^|\/)(?:_?docs?|documentation|content|src|source|pages|site|website|book|wiki|manual)$/i;
/** Files that every repository has, so that `README_CN.md` can be nothing but a translation; `support-de.md` may be about Germany. */
const COMMUNITY = /^(?:[Rr]eadme|README|CHANGELOG|CONTRIBUTING|CODE[-_]OF[-_]CONDUCT|SECURITY|SUPPORT|FAQ)$/;

/** The marks of a page, outermost folder first, its name last. */
export function languageMarks(page: Page): LanguageMark[] {
  const tool = translatedByDocusaurus(page);
  if (tool !== undefined) {
    const { code, routes } = tool;
    const language = languageOf(code) ?? { tag: code.toLowerCase(), english: false, weight: 'regional' };
    const { stem } = page;
    return [
      { language, form: 'tool', place: '', parent: undefined, amongTranslations: true, routes, stem, telling: true },
    ];
  }
  const marks: LanguageMark[] = [];
  let start = 0;
  for (const [at, folder] of foldersRead(page).entries()) {
    const mark = folderMark(page, at, folder, start);
    if (mark !== undefined) marks.push(mark);
    start += folder.length + 1;
  }
  const coded = codedName(page.stem);
  if (coded !== undefined) marks.push(nameMark(page, coded));
  return marks;
}

/** Whether the folder may hold all the docs, so that its folders may be languages; in others, `de` is rather a country. */
export function isForAll(folder: string): boolean {
  return folder === '' || FOR_ALL.test(folder);
}

/** Whether a translation of a file of this name needs no further sign. */
export function isCommunityFile(stem: string): boolean {
  return COMMUNITY.test(stem);
}

function folderMark(page: Page, at: number, folder: string, start: number): LanguageMark | undefined {
  const whole = languageOf(folder);
  const joined = whole === undefined ? codedName(folder) : undefined;
  const language = whole ?? joined?.language;
  if (language === undefined) return undefined;
  if (joined !== undefined && language.weight !== 'regional' && !FOR_CONTENT.test(joined.base)) return undefined;
  const { folders } = page;
  const amongTranslations = FOR_TRANSLATIONS.has((folders[at - 1] ?? '').toLowerCase());
  const before = folders.slice(0, amongTranslations ? at - 1 : at);
  // gettext keeps its files in a folder of this name.
  const below = folders.slice(folders[at + 1] === 'LC_MESSAGES' ? at + 2 : at + 1);
  const kept = joined === undefined ? [] : [joined.base];
  const stem = withoutCode(page.stem, language);
  return {
    language,
    form: 'folder',
    place: page.path.slice(0, start + folder.length),
    parent: page.path.slice(0, Math.max(0, start - 1)),
    amongTranslations,
    routes: [routeOf([...before, ...kept, ...below], stem, page.extension)],
    stem,
    telling: routeOf(below, stem, '') !== '' && !isData(page),
  };
}

function nameMark(page: Page, { base, separator, language }: CodedName): LanguageMark {
  const { folders } = page;
  const inTranslations = FOR_TRANSLATIONS.has((folders.at(-1) ?? '').toLowerCase());
  const homes = inTranslations ? [folders, folders.slice(0, -1)] : [folders];
  return {
    language,
    form: separator === '.' ? 'suffix' : 'joined',
    place: `*${separator}${language.tag}`,
    parent: undefined,
    amongTranslations: inTranslations,
    routes: homes.map((home) => routeOf(home, base, page.extension)),
    stem: base,
    telling: !isData(page),
  };
}

/** The name without a suffix that only repeats the language of its folder: `fr/guide.fr.md`. */
function withoutCode(stem: string, language: Language): string {
  const coded = codedName(stem);
  return coded?.language.tag === language.tag && coded.separator === '.' ? coded.base : stem;
}
