import type { Problem } from '../problem/problem.ts';
import { inCharacters, joinParts, rowsPart, staticPart } from '../report/render/part.ts';
import { markdownText } from '../report/text/markdown-text.ts';
import { inlineCode } from '../report/text/safe-text.ts';
import { tableHead, tableRow } from '../report/text/table.ts';
import { type CommentKey, formatMarker } from './marker.ts';
import { MAX_COMMENT_CHARACTERS, type RenderedComment } from './render-comment.ts';

const MAX_CELL_CHARACTERS = 1_000;
const MENDED = 'The plan takes the place of this once the problem is mended.';
const DEFECT = 'It is a defect of Context Sync; the log of the run tells more.';
/** Stands in the marker where a plan's hash would: nothing was shown that somebody could have reviewed. */
export const NO_PLAN = '0';

/**
 * The comment where no plan could be made, so that nobody takes the plan of an earlier commit for this one's.
 * @param problems what is wrong; undefined for a defect of ours, which is told in the log
 */
export function renderFailure(key: CommentKey, problems: readonly Problem[] | undefined): RenderedComment {
  const { project, docs } = key;
  const of =
    project === ''
      ? ''
      : ` for project ${inlineCode(project)} from ${docs === '' ? 'this repository' : inlineCode(docs)}`;
  const parts = [
    staticPart(`${formatMarker(key, NO_PLAN)}\n\n### Context Sync: the plan failed`),
    staticPart(`What merging this would change${of} could not be told. ${problems ? MENDED : DEFECT}`),
    rowsPart({
      before: '',
      head: tableHead(['What', 'Problem', 'Fix']),
      rows: (problems ?? []).map(({ subject, problem, fix }) =>
        tableRow([
          inlineCode(subject),
          markdownText(problem, MAX_CELL_CHARACTERS),
          markdownText(fix, MAX_CELL_CHARACTERS),
        ]),
      ),
      measure: inCharacters,
      elsewhere: 'all of them are in the log of the run',
    }),
  ];
  return { key, body: joinParts(parts, MAX_COMMENT_CHARACTERS, inCharacters).trimEnd(), isEmpty: false };
}
