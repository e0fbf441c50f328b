import type { Page } from '../candidate.ts';
import { languageOf } from '../language/language.ts';

const NAME = /^(change[-_]?log|changes|history|releases|release[-_ ]?notes|news)(?:[-_. ](.{1,40}))?$/i;
/** What may follow: a number or a time; anything else, as in CHANGELOG_FORMAT, names a page. */
const FOLLOWS = /^(?:v?\d[\w.-]*|old|archived?|legacy|unreleased)$/i;
/** Names that are no words of an API; `history.md`, `news.md`, `changes.md` and `releases.md` may well be pages of one. */
const UNMISTAKABLE = /^(?:change[-_]?log|release[-_ ]?notes)$/i;

/**
 * Whether the page is the changelog of a repository. Many APIs document what changed on purpose, in a folder or as a page among the
 * others: those are pages.
 */
export function isChangelog({ folders, stem }: Page): boolean {
  const [, name, rest] = NAME.exec(stem) ?? [];
  if (name === undefined) return false;
  if (rest !== undefined && !FOLLOWS.test(rest) && languageOf(rest) === undefined) return false;
  if (name === name.toUpperCase() || name === 'ChangeLog') return true;
  return folders.length === 0 && UNMISTAKABLE.test(name);
}
