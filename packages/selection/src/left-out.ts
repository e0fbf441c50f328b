import { type Candidate, type Page, pageOf } from './candidate.ts';
import { duplicates } from './duplicates.ts';
import { NAMED_KINDS } from './file-name/file-name-kinds.ts';
import { LEFT_OUT_KINDS, type LeftOutKind } from './kinds.ts';
import { translations } from './language/translations.ts';
import { byCodePoints } from './path-order.ts';
import { oldVersions } from './version/old-versions.ts';

/** Why a page is skipped: because of its name, or because of another page. */
type Verdict = { readonly reason: string } | { readonly as: string; readonly of: Page };

interface Relation {
  readonly kind: LeftOutKind;
  /** How the page relates to the other; precedes its path in the reason. */
  readonly as: string;
  find(pages: readonly Page[]): Map<Page, Page>;
}

/** In this order, so that a translation of an old version counts as a translation, and a skipped page is not also a duplicate. */
const RELATIONS: readonly Relation[] = [
  { kind: 'translations', as: 'it is a translation of', find: translations },
  { kind: 'versions', as: 'it is an old version of', find: oldVersions },
  { kind: 'duplicates', as: 'it is identical to', find: duplicates },
];

const ALL: ReadonlySet<LeftOutKind> = new Set(LEFT_OUT_KINDS);

/**
 * Returns the reasons of the documents to skip, to be shown after "skipped: ". A page that is skipped by mistake leaves a gap in someone's answers;
 * one that is kept by mistake only adds noise, so doubtful pages are kept. The page that a reason names is kept itself, and a tree is never skipped
 * completely.
 * @param kinds the kinds to skip; default: all
 */
export function leftOut(candidates: readonly Candidate[], kinds: ReadonlySet<LeftOutKind> = ALL): Map<string, string> {
  const pages = inOrder(candidates);
  const verdicts = judge(pages, kinds);
  if (verdicts.size < pages.length || pages.length === 0) return reasons(verdicts);
  // If a docs folder contains only changelogs, they are its content.
  const named = new Set(NAMED_KINDS.map(({ kind }) => kind));
  return reasons(judge(pages, new Set([...kinds].filter((kind) => !named.has(kind)))));
}

/** Candidates sorted by path without duplicates, so that the order of the input does not matter. */
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
    // Translations of a page that is skipped by name are of the same kind, whatever their name.
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
 * Names the page that is kept. Each step leads to a page with one marker less, a more likely language, a higher version, or identical content, so
 * there are no cycles.
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
