import { computePlanHash, isEmpty, type Plan } from '@context-sync/sync';
import { groupChangesByDocument } from '../report/describe-changes.ts';
import { formatOutcome } from '../report/headline.ts';
import { renderDocumentsPart } from '../report/render/documents-part.ts';
import { countCharacters, createStaticPart, joinParts, type ReportPart } from '../report/render/report-part.ts';
import { renderDocsWarningsPart, renderSkippedPart, renderVisibilityPart } from '../report/render/shared-parts.ts';
import type { Report } from '../report/report-model.ts';
import { formatNumber } from '../report/report-wording.ts';
import { formatInlineCode } from '../report/text/safe-text.ts';
import { getVisibilityChanges } from '../report/visibility-changes.ts';
import { type CommentKey, formatMarker } from './comment-marker.ts';
import { formatDocumentsLine } from './reviewed-documents.ts';

/** The size limit of a comment. GitHub rejects comments with more than 65,536 characters. */
export const MAX_COMMENT_CHARACTERS = 60_000;

const PART_OPTIONS = { measure: countCharacters, elsewhere: 'see the plan file of the run for everything' };
const EMPTY_PLAN: Plan = { connect: undefined, changes: [], unread: 0, gone: [], leftovers: [] };

/** A rendered comment. */
export interface RenderedComment {
  readonly key: CommentKey;
  readonly body: string;
  /** Whether the plan contains no changes. */
  readonly isEmpty: boolean;
}

/**
 * Renders the comment with the plan. Equal plans result in equal comments, because the comment contains no data that differs between runs, such as
 * the commit.
 */
export function renderComment(report: Report): RenderedComment {
  const { project, docs, plan = EMPTY_PLAN } = report;
  const key: CommentKey = { project, docs };
  const hash = report.planHash ?? computePlanHash(plan);
  const isEmptyPlan = isEmpty(plan);
  const hiddenLines = [formatMarker(key, hash), formatDocumentsLine(plan)].filter((line) => line !== '').join('\n');
  const parts: ReportPart[] = [
    createStaticPart(`${hiddenLines}\n\n${renderIntroduction(report, plan, isEmptyPlan)}`),
    renderVisibilityPart(getVisibilityChanges(plan.changes), 'planned', PART_OPTIONS),
    renderDocumentsPart(groupChangesByDocument(plan.changes, plan.gone), {
      ...PART_OPTIONS,
      heading: '',
      tense: 'planned',
      withTexts: true,
    }),
    renderDocsWarningsPart(report.warnings, PART_OPTIONS),
    renderSkippedPart(report, PART_OPTIONS),
    createStaticPart('<sub>This comment is updated after every push to the pull request.</sub>'),
  ];
  return { key, body: joinParts(parts, MAX_COMMENT_CHARACTERS, countCharacters).trimEnd(), isEmpty: isEmptyPlan };
}

function renderIntroduction(report: Report, plan: Plan, empty: boolean): string {
  const { project, docs, counts } = report;
  const origin = `project ${formatInlineCode(project)} from ${docs === '' ? 'this repository' : formatInlineCode(docs)}`;
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
  return `Merging also connects ${formatInlineCode(`${owner}/${repo}`)}, branch ${formatInlineCode(branch)}, as a data source.`;
}
