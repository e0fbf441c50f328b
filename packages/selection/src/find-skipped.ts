import { type Candidate, type CandidatePage, parseCandidates } from './candidate-page.ts';
import { FILE_NAME_KINDS } from './file-name/file-name-kinds.ts';
import { findDuplicates } from './find-duplicates.ts';
import { findTranslations } from './language/find-translations.ts';
import { compareCodePoints } from './path-order.ts';
import { SKIPPED_KINDS, type SkippedKind } from './skipped-kinds.ts';
import { findOldVersions } from './version/old-versions.ts';

/** Reason why a page is skipped: its name, or its relation to another page. */
type SkipVerdict = { readonly reason: string } | { readonly as: string; readonly of: CandidatePage };

interface PageRelation {
  readonly kind: SkippedKind;
  /** Relation to another page, such as "it is a translation of". The reason continues with the path of that page. */
  readonly as: string;
  find(pages: readonly CandidatePage[]): Map<CandidatePage, CandidatePage>;
}

/**
 * Relations in the order in which they are checked. A translation of an old version is reported as a translation, and a page that is already skipped
 * is not reported as a duplicate.
 */
const RELATIONS: readonly PageRelation[] = [
  { kind: 'translations', as: 'it is a translation of', find: findTranslations },
  { kind: 'versions', as: 'it is an old version of', find: findOldVersions },
  { kind: 'duplicates', as: 'it is identical to', find: findDuplicates },
];

/** Returns the path of the page that a reason names, which is kept instead of the skipped page. */
export function findKeptPath(reason: string): string | undefined {
  const relation = RELATIONS.find(({ as }) => reason.startsWith(`${as} `));
  return relation && reason.slice(relation.as.length + 1);
}

const ALL_KINDS: ReadonlySet<SkippedKind> = new Set(SKIPPED_KINDS);

/**
 * Returns the reason for each document to skip. Messages show the reason after "skipped: ". Doubtful pages are kept, because a page that is skipped
 * by mistake is missing in search results, whereas a page that is kept by mistake only adds noise. The page that a reason names is always kept, and
 * at least one page of a tree is kept.
 * @param kinds the kinds to skip; default: all
 */
export function findSkipped(
  candidates: readonly Candidate[],
  kinds: ReadonlySet<SkippedKind> = ALL_KINDS,
): Map<string, string> {
  const pages = sortCandidates(candidates);
  const verdicts = decideVerdicts(pages, kinds);
  if (verdicts.size < pages.length || pages.length === 0) return describeReasons(verdicts);
  // If a docs folder contains only changelogs, they are its content.
  const knownKinds = new Set(FILE_NAME_KINDS.map(({ kind }) => kind));
  return describeReasons(decideVerdicts(pages, new Set([...kinds].filter((kind) => !knownKinds.has(kind)))));
}

/** Returns the candidates sorted by path without duplicates, so that the order of the input does not affect the result. */
function sortCandidates(candidates: readonly Candidate[]): CandidatePage[] {
  const sortedCandidates = [...candidates].sort(
    (a, b) => compareCodePoints(a.path, b.path) || compareCodePoints(a.id ?? '', b.id ?? ''),
  );
  return parseCandidates(sortedCandidates.filter(({ path }, index) => path !== sortedCandidates[index - 1]?.path));
}

function decideVerdicts(
  pages: readonly CandidatePage[],
  kinds: ReadonlySet<SkippedKind>,
): Map<CandidatePage, SkipVerdict> {
  const verdicts = new Map<CandidatePage, SkipVerdict>();
  for (const page of pages) {
    const fileNameKind = FILE_NAME_KINDS.find(({ kind, is }) => kinds.has(kind) && is(page));
    if (fileNameKind !== undefined) verdicts.set(page, { reason: fileNameKind.reason });
  }
  for (const { kind, as, find } of RELATIONS) {
    if (!kinds.has(kind)) continue;
    // Translations of a page that is skipped by name are skipped as well, even if their names do not match.
    const candidatePages = kind === 'translations' ? pages : pages.filter((page) => !verdicts.has(page));
    for (const [page, of] of find(candidatePages)) if (!verdicts.has(page)) verdicts.set(page, { as, of });
  }
  return verdicts;
}

function describeReasons(verdicts: ReadonlyMap<CandidatePage, SkipVerdict>): Map<string, string> {
  const reasonsByPath = new Map<string, string>();
  for (const page of [...verdicts.keys()].sort((a, b) => compareCodePoints(a.path, b.path))) {
    reasonsByPath.set(page.path, getReason(page, verdicts));
  }
  return reasonsByPath;
}

/**
 * Returns the reason with the path of the page that is kept. Follows the relations between pages up to a page that is kept. There are no cycles, because each
 * step leads to a page with one marker less, a more likely language, a higher version, or identical content.
 */
function getReason(page: CandidatePage, verdicts: ReadonlyMap<CandidatePage, SkipVerdict>): string {
  let verdict = verdicts.get(page);
  const as = verdict !== undefined && 'as' in verdict ? verdict.as : '';
  let keptPage = page;
  while (verdict !== undefined) {
    if ('reason' in verdict) return verdict.reason;
    keptPage = verdict.of;
    verdict = verdicts.get(keptPage);
  }
  return `${as} ${keptPage.name}`;
}
