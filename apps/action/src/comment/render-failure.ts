import type { Fault } from '../problem/problem.ts';
import { fixedPart, inCharacters, joined, rowsPart } from '../report/render/part.ts';
import { prose } from '../report/text/markdown-text.ts';
import { code } from '../report/text/safe-text.ts';
import { tableHead, tableRow } from '../report/text/table.ts';
import { type CommentKey, markerLine } from './marker.ts';
import { LENGTH_LIMIT, type RenderedComment } from './render-comment.ts';

const TEXT_LIMIT = 1_000;
const MENDED = 'The plan takes the place of this once the fault is mended.';
const DEFECT = 'It is a defect of Context Sync; the log of the run tells more.';
/** Stands in the marker where a plan's hash would: nothing was shown that somebody could have reviewed. */
export const NO_PLAN = '0';

/**
 * The comment where no plan could be made, so that nobody takes the plan of an earlier commit for this one's.
 * @param faults what is wrong; undefined for a defect of ours, which is told in the log
 */
export function renderFailure(key: CommentKey, faults: readonly Fault[] | undefined): RenderedComment {
  const { project, docs } = key;
  const of = project === '' ? '' : ` for project ${code(project)} from ${docs === '' ? 'this repository' : code(docs)}`;
  const parts = [
    fixedPart(`${markerLine(key, NO_PLAN)}\n\n### Context Sync: the plan failed`),
    fixedPart(`What merging this would change${of} could not be told. ${faults ? MENDED : DEFECT}`),
    rowsPart({
      before: '',
      head: tableHead(['What', 'Problem', 'Fix']),
      rows: (faults ?? []).map(({ subject, problem, fix }) =>
        tableRow([code(subject), prose(problem, TEXT_LIMIT), prose(fix, TEXT_LIMIT)]),
      ),
      measure: inCharacters,
      elsewhere: 'all of them are in the log of the run',
    }),
  ];
  return { key, body: joined(parts, LENGTH_LIMIT, inCharacters).trimEnd(), isEmpty: false };
}
