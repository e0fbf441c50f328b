import { isEmpty, type Plan, planHash } from '@context-sync/sync';
import { changedDocuments } from '../report/describe-changes.ts';
import { formatOutcome } from '../report/headline.ts';
import { documentsPart } from '../report/render/documents-part.ts';
import { inCharacters, joinParts, type ReportPart, staticPart } from '../report/render/report-part.ts';
import { docsWarningsPart, skippedPart, visibilityPart } from '../report/render/shared-parts.ts';
import type { Report } from '../report/report-model.ts';
import { formatNumber } from '../report/report-wording.ts';
import { inlineCode } from '../report/text/safe-text.ts';
import { getVisibilityChanges } from '../report/visibility-changes.ts';
import { type CommentKey, formatMarker } from './comment-marker.ts';
import { formatDocumentsLine } from './reviewed-documents.ts';

/** The size limit of a comment. GitHub rejects comments of more than 65,536 characters. */
export const MAX_COMMENT_CHARACTERS = 60_000;

const OPTIONS = { measure: inCharacters, elsewhere: 'see the plan file of the run for everything' };
const EMPTY_PLAN: Plan = { connect: undefined, changes: [], unread: 0, gone: [], leftovers: [] };

/** A rendered comment. */
export interface RenderedComment {
  readonly key: CommentKey;
  readonly body: string;
  /** Whether the plan contains no changes. */
  readonly isEmpty: boolean;
}

/**
 * Renders the comment with the plan. The comment contains no data that differs between runs, such as the commit, so that equal plans have
 * equal comments.
 */
export function renderComment(report: Report): RenderedComment {
  const { project, docs, plan = EMPTY_PLAN } = report;
  const key: CommentKey = { project, docs };
  const hash = report.planHash ?? planHash(plan);
  const isEmptyPlan = isEmpty(plan);
  const hiddenLines = [formatMarker(key, hash), formatDocumentsLine(plan)].filter((line) => line !== '').join('\n');
  const parts: ReportPart[] = [
    staticPart(`${hiddenLines}\n\n${introduction(report, plan, isEmptyPlan)}`),
    visibilityPart(getVisibilityChanges(plan.changes), 'planned', OPTIONS),
    documentsPart(changedDocuments(plan.changes, plan.gone), {
      ...OPTIONS,
      heading: '',
      tense: 'planned',
      withTexts: true,
    }),
    docsWarningsPart(report.warnings, OPTIONS),
    skippedPart(report, OPTIONS),
    staticPart('<sub>This comment is updated after every push to the pull request.</sub>'),
  ];
  return { key, body: joinParts(parts, MAX_COMMENT_CHARACTERS, inCharacters).trimEnd(), isEmpty: isEmptyPlan };
}

function introduction(report: Report, plan: Plan, empty: boolean): string {
  const { project, docs, counts } = report;
  const origin = `project ${inlineCode(project)} from ${docs === '' ? 'this repository' : inlineCode(docs)}`;
  if (empty) {
    const unchangedSuffix = counts.unchanged > 0 ? `: all ${formatNumber(counts.unchanged)} items are up to date` : '';
    return `### Context Sync: no changes\n\nMerging this pull request changes nothing in ${origin}${unchangedSuffix}.`;
  }
  const lines = [
    `### Context Sync: plan`,
    `In ${origin}: ${formatOutcome({ ...report, outcome: 'planned' })}.`,
    connectLine(plan),
  ];
  return lines.filter((line) => line !== '').join('\n\n');
}

function connectLine({ connect }: Plan): string {
  if (connect?.kind !== 'connect') return '';
  const { owner, repo, branch } = connect.source;
  return `Merging also connects ${inlineCode(`${owner}/${repo}`)}, branch ${inlineCode(branch)}, as a data source.`;
}
