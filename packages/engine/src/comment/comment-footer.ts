import type { Report } from '../report/report-model.ts';
import { formatInlineCode } from '../report/text/safe-text.ts';

/** The beginning of the footer. Text that comes from documents cannot contain it, because this text is escaped. */
const FOOTER_START = '<sub>Planned ';
const SHORT_COMMIT_LENGTH = 7;
/** Matches the commits and runs in links. */
const VARIABLE_LINK_PARTS = /(?<=\/blob\/)[0-9a-f]{40}(?=\/)|(?<=\/actions\/runs\/)\d+/g;

/** Renders the last line of a comment: commit, time, and links to the run. `isSameComment` ignores it. */
export function renderFooter({ commit, repositoryUrl, run }: Pick<Report, 'commit' | 'repositoryUrl' | 'run'>): string {
  const shortCommit = formatInlineCode(commit.slice(0, SHORT_COMMIT_LENGTH));
  const commitText = repositoryUrl === undefined ? shortCommit : `[${shortCommit}](${repositoryUrl}/commit/${commit})`;
  const time = run ? ` on ${run.time.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '';
  const runText = run?.url === undefined ? '' : ` · [run and summary](${run.url})`;
  return `${FOOTER_START}at ${commitText}${time}${runText} · updated when the plan changes</sub>`;
}

/**
 * Returns whether two comments show the same plan: they differ at most in the footer and in the commits and runs that links contain. Plans with different
 * texts are never treated as the same, because the first line of each comment contains the hash of its plan.
 */
export function isSameComment(one: string, other: string): boolean {
  return normalizeBody(one) === normalizeBody(other);
}

/**
 * Removes the parts of a comment that may differ although the plan is the same. Normalizes line endings, because GitHub may return other line endings than it
 * received.
 */
function normalizeBody(body: string): string {
  const text = body.replaceAll('\r\n', '\n').trimEnd();
  const footer = text.lastIndexOf(`\n${FOOTER_START}`);
  return (footer < 0 ? text : text.slice(0, footer)).replaceAll(VARIABLE_LINK_PARTS, '');
}
