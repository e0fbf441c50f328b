import type { CandidatePage } from '../candidate-page.ts';
import { parseLanguage } from '../language/language-tag.ts';

const NAME_PATTERN = /^(change[-_]?log|changes|history|releases|release[-_ ]?notes|news)(?:[-_. ](.{1,40}))?$/i;
/** Matches what can follow the name of a changelog: a number, date or word for old releases. Other names, such as CHANGELOG_FORMAT, are pages. */
const CHANGELOG_SUFFIX = /^(?:v?\d[\w.-]*|old|archived?|legacy|unreleased)$/i;
/** Matches names that are not API terms. `history.md`, `news.md`, `changes.md` and `releases.md` may be pages about an API. */
const CERTAIN_CHANGELOG = /^(?:change[-_]?log|release[-_ ]?notes)$/i;

/**
 * Returns whether the page is a repository's changelog. Changelogs in a folder or among other pages are kept, because many APIs document their
 * changes there.
 */
export function isChangelog({ folders, stem }: CandidatePage): boolean {
  const [, name, rest] = NAME_PATTERN.exec(stem) ?? [];
  if (name === undefined) return false;
  if (rest !== undefined && !CHANGELOG_SUFFIX.test(rest) && parseLanguage(rest) === undefined) return false;
  if (name === name.toUpperCase() || name === 'ChangeLog') return true;
  return folders.length === 0 && CERTAIN_CHANGELOG.test(name);
}
