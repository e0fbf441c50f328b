import { type Candidate, type Page, pageOf } from './candidate.ts';
import { duplicates } from './duplicates.ts';
import { NAMED_KINDS } from './file-name/file-name-kinds.ts';
import { LEFT_OUT_KINDS, type LeftOutKind } from './kinds.ts';
import { translations } from './language/translations.ts';
import { byCodePoints } from './path-order.ts';
import { oldVersions } from './version/old-versions.ts';

/** Why a page is left out: for what its name says, or for another page. */
type Verdict = { readonly reason: string } | { readonly as: string; readonly of: Page };

interface Relation {
  readonly kind: LeftOutKind;
  /** What the page is of the other; reads before its path. */
  readonly as: string;
  find(pages: readonly Page[]): Map<Page, Page>;
}

/** In this order: a translation of an old version is told by its language, and what is left out already is no duplicate. */
const RELATIONS: readonly Relation[] = [
  { kind: 'translations', as: 'it is a translation of', find: translations },
  { kind: 'versions', as: 'it is an old version of', find: oldVersions },
  { kind: 'duplicates', as: 'it is identical to', find: duplicates },
];

const ALL: ReadonlySet<LeftOutKind> = new Set(LEFT_OUT_KINDS);

/**
 * Why each of the documents is left out, as a fragment that reads after "left out: "; the others are not in the map. A document that is
 * wrongly left out is a hole in somebody's answers, one that is wrongly kept only gets in the way: what is in doubt is kept. The document
 * that a reason names is itself kept, and of a tree that is not empty something always is.
 * @param kinds those that are left out; all by default
 */
export function leftOut(candidates: readonly Candidate[], kinds: ReadonlySet<LeftOutKind> = ALL): Map<string, string> {
  const pages = inOrder(candidates);
  const verdicts = judge(pages, kinds);
  if (verdicts.size < pages.length || pages.length === 0) return reasons(verdicts);
  // A docs folder that holds nothing but changelogs is meant to be read.
  const named = new Set(NAMED_KINDS.map(({ kind }) => kind));
  return reasons(judge(pages, new Set([...kinds].filter((kind) => !named.has(kind)))));
}

/** The candidates by path, each path once, so that the order and repetitions of the input do not matter. */
function inOrder(candidates: readonly Candidate[]): Page[] {
  const sorted = [...candidates].sort((a, b) => byCodePoints(a.path, b.path) || byCodePoints(a.id ?? '', b.id ?? ''));
  return sorted.filter(({ path }, at) => path !== sorted[at - 1]?.path).map(pageOf);
}

function judge(pages: readonly Page[], kinds: ReadonlySet<LeftOutKind>): Map<Page, Verdict> {
  const verdicts = new Map<Page, Verdict>();
  for (const page of pages) {
    const named = NAMED_KINDS.find(({ kind, is }) => kinds.has(kind) && is(page));
    if (named !== undefined) verdicts.set(page, { reason: named.reason });
  }
  for (const { kind, as, find } of RELATIONS) {
    if (!kinds.has(kind)) continue;
    // Translations of a page that its name gives away are of its kind, whatever their own name is.
    const among = kind === 'translations' ? pages : pages.filter((page) => !verdicts.has(page));
    for (const [page, of] of find(among)) if (!verdicts.has(page)) verdicts.set(page, { as, of });
  }
  return verdicts;
}

function reasons(verdicts: ReadonlyMap<Page, Verdict>): Map<string, string> {
  const found = new Map<string, string>();
  for (const page of [...verdicts.keys()].sort((a, b) => byCodePoints(a.path, b.path))) {
    found.set(page.path, reasonOf(page, verdicts));
  }
  return found;
}

/**
 * Names the page that is kept. Each step leads to a page with a mark less, of a likelier language or of a higher version, or to an
 * equal page, which is kept: there is no way around in a circle.
 */
function reasonOf(page: Page, verdicts: ReadonlyMap<Page, Verdict>): string {
  let verdict = verdicts.get(page);
  const as = verdict !== undefined && 'as' in verdict ? verdict.as : '';
  let kept = page;
  while (verdict !== undefined) {
    if ('reason' in verdict) return verdict.reason;
    kept = verdict.of;
    verdict = verdicts.get(kept);
  }
  return `${as} ${kept.name}`;
}
