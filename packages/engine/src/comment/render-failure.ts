import type { Problem } from '../problem/problem.ts';
import { countCharacters, createRowsPart, createStaticPart, joinParts } from '../report/render/report-part.ts';
import { formatTableHead, formatTableRow } from '../report/text/markdown-table.ts';
import { formatMarkdownText } from '../report/text/markdown-text.ts';
import { formatInlineCode } from '../report/text/safe-text.ts';
import { type CommentKey, formatMarker } from './comment-marker.ts';
import { MAX_COMMENT_CHARACTERS, type RenderedComment } from './render-comment.ts';

const MAX_CELL_CHARACTERS = 1_000;
const REPLACED_AFTER_FIX_NOTE = 'This comment is replaced by the plan once the problem is fixed.';
const BUG_NOTE = 'This is a bug in Context Sync; see the log of the run for details.';
/** The hash in the marker of a failed plan, which cannot be reviewed. */
export const NO_PLAN_HASH = '0';

/**
 * Renders the comment for a failed plan, so that reviewers do not rely on the plan of an earlier commit.
 * @param problems problems to report; undefined for a bug, which is reported in the log
 */
export function renderFailure(key: CommentKey, problems: readonly Problem[] | undefined): RenderedComment {
  const { project, docs } = key;
  const origin =
    project === ''
      ? ''
      : ` for project ${formatInlineCode(project)} from ${docs === '' ? 'this repository' : formatInlineCode(docs)}`;
  const parts = [
    createStaticPart(`${formatMarker(key, NO_PLAN_HASH)}\n\n### Context Sync: the plan failed`),
    createStaticPart(`The plan${origin} could not be computed. ${problems ? REPLACED_AFTER_FIX_NOTE : BUG_NOTE}`),
    createRowsPart({
      before: '',
      head: formatTableHead(['Subject', 'Problem', 'Fix']),
      rows: (problems ?? []).map(({ subject, problem, fix }) =>
        formatTableRow([
          formatInlineCode(subject),
          formatMarkdownText(problem, MAX_CELL_CHARACTERS),
          formatMarkdownText(fix, MAX_CELL_CHARACTERS),
        ]),
      ),
      measure: countCharacters,
      elsewhere: 'see the log of the run for all of them',
    }),
  ];
  return { key, body: joinParts(parts, MAX_COMMENT_CHARACTERS, countCharacters).trimEnd(), isEmpty: false };
}
