import { computePlanHash, isEmpty, type Plan } from '@context-sync/sync';
import { countFlips } from '../questions/answers-model.ts';
import { describeChanges } from '../report/describe-changes.ts';
import { isNoteworthy } from '../report/log/finding-causes.ts';
import { renderPortalPart } from '../report/render/portal-part.ts';
import { renderQuestionsPart } from '../report/render/questions-part.ts';
import { countCharacters, createStaticPart, joinParts, type ReportPart } from '../report/render/report-part.ts';
import { renderDocsWarningsPart, renderSkippedPart, renderVisibilityPart } from '../report/render/shared-parts.ts';
import type { Report } from '../report/report-model.ts';
import { formatNumber } from '../report/report-wording.ts';
import { dividePlan } from '../report/reviewed/divide-plan.ts';
import { renderDifferences } from '../report/reviewed/render-differences.ts';
import { describeOthers, findNewWarnings, renderFacts } from '../report/reviewed/render-facts.ts';
import { renderReviewedRows } from '../report/reviewed/render-rows.ts';
import { formatInlineCode } from '../report/text/safe-text.ts';
import { getVisibilityChanges } from '../report/visibility-changes.ts';
import { isReviewed, type Review } from '../review/review-model.ts';
import { renderFooter } from './comment-footer.ts';
import { type CommentKey, formatMarker } from './comment-marker.ts';
import { formatDocumentsLine } from './reviewed-documents.ts';

/** The size limit of a comment. GitHub rejects comments with more than 65,536 characters. */
export const MAX_COMMENT_CHARACTERS = 60_000;
/** Maximum number of warnings in a comment. */
const MAX_WARNINGS = 20;
/** Maximum number of skipped files in a comment. */
const MAX_SKIPPED = 10;
/** Maximum number of pages and files of the docs portal in a comment. */
const MAX_PORTAL_ROWS = 10;
/** Maximum number of questions in a comment. */
const MAX_QUESTIONS = 20;

const EMPTY_PLAN: Plan = { connect: undefined, changes: [], unread: 0, gone: [], leftovers: [] };

/** A rendered comment. */
export interface RenderedComment {
  readonly key: CommentKey;
  readonly body: string;
  /** Whether the plan contains no changes. */
  readonly isEmpty: boolean;
}

/**
 * Renders the comment about a pull request: its changes with their reasons, broken links, leftover items, and what the author must do. All other changes
 * share one line. Equal plans result in equal comments except for the footer and the commits in links, which `isSameComment` ignores.
 */
export function renderComment(report: Report): RenderedComment {
  const { project, docs, plan = EMPTY_PLAN, review } = report;
  const key: CommentKey = { project, docs };
  const hash = report.planHash ?? computePlanHash(plan);
  const hiddenLines = [formatMarker(key, hash), formatDocumentsLine(plan)].filter((line) => line !== '').join('\n');
  const isOwn = ({ path }: { readonly path: string }) => !review || isReviewed(review, path);
  const dividedPlan = dividePlan(plan, review);
  const warnings = findNewWarnings(report);
  const ownSkipped = report.skipped.filter(({ path }) => !review || review.changedPaths.has(path));
  const skippedDocuments = ownSkipped.filter(isNoteworthy);
  const visibility = getVisibilityChanges(plan.changes.filter(isOwn));
  const options = { measure: countCharacters, elsewhere: `see ${linkToSummary(report)}` };
  const isChanging = dividedPlan.own.length > 0 || plan.connect?.kind === 'connect';
  const parts: ReportPart[] = [
    createStaticPart(`${hiddenLines}\n\n${renderHeadline(report, plan, describeChanges(dividedPlan.own, 'planned'))}`),
    createStaticPart(
      isChanging || warnings.length > 0 || countFlips(report.questions, 'lost') > 0
        ? renderFacts({ report, reviewed: dividedPlan, warnings, visibility })
        : '',
    ),
    renderVisibilityPart(visibility, 'planned', options),
    ...renderQuestionsPart(report, { ...options, most: MAX_QUESTIONS }),
    renderReviewedRows(dividedPlan.rows, report, options),
    renderDifferences(dividedPlan.items, options),
    renderPortalPart(report, { ...options, most: MAX_PORTAL_ROWS }),
    renderDocsWarningsPart(warnings, { ...options, most: MAX_WARNINGS }),
    renderSkippedPart(
      { skipped: skippedDocuments, skippedCount: skippedDocuments.length },
      { ...options, most: MAX_SKIPPED },
    ),
    createStaticPart(
      renderOthers(
        report,
        describeOthers(dividedPlan, report.warnings.length - warnings.length, report.skippedCount - ownSkipped.length),
      ),
    ),
    createStaticPart(renderFooter(report)),
  ];
  return { key, body: joinParts(parts, MAX_COMMENT_CHARACTERS, countCharacters).trimEnd(), isEmpty: isEmpty(plan) };
}

function renderHeadline(report: Report, plan: Plan, ownChanges: string): string {
  const { project, docs, counts } = report;
  const origin = `project ${formatInlineCode(project)} from ${docs === '' ? 'this repository' : formatInlineCode(docs)}`;
  if (isEmpty(plan)) {
    const unchanged = counts.unchanged > 0 ? `: all ${formatNumber(counts.unchanged)} items are up to date` : '';
    return `### Context Sync: no changes\n\nMerging this pull request changes nothing in ${origin}${unchanged}.`;
  }
  const unchangedText = counts.unchanged > 0 ? ` (${formatNumber(counts.unchanged)} unchanged)` : '';
  const changes = ownChanges === '' ? 'no items' : ownChanges;
  const lines = [`### Context Sync: plan`, `In ${origin}: **${changes}**${unchangedText}.`, renderConnection(plan)];
  return lines.filter((line) => line !== '').join('\n\n');
}

function renderConnection({ connect }: Plan): string {
  if (connect?.kind !== 'connect') return '';
  const { owner, repo, branch } = connect.source;
  return `Merging also connects ${formatInlineCode(`${owner}/${repo}`)}, branch ${formatInlineCode(branch)}, as a data source.`;
}

/** Renders one line about the changes that this pull request did not cause, and about texts that could not be compared. */
function renderOthers(report: Report, othersText: string): string {
  const { review, plan } = report;
  const hasUpdates = plan?.changes.some(({ kind }) => kind === 'update' || kind === 'supersede');
  const lines = [
    ...(othersText === '' ? [] : [`${getOthersLabel(review)}: ${othersText}; see ${linkToSummary(report)}.`]),
    ...(review && review.base === undefined && hasUpdates
      ? [
          'The old texts are not compared, because the checkout does not contain the base commit: set <code>fetch-depth: 2</code> for actions/checkout.',
        ]
      : []),
  ];
  return lines.join('\n\n');
}

/** Without the base commit, the changed files are known, but not the changes that the pull request causes in other files. */
function getOthersLabel(review: Review | undefined): string {
  return review && review.base === undefined
    ? 'In files that this pull request may not have changed'
    : 'Not caused by this pull request';
}

function linkToSummary({ run }: Report): string {
  return run?.url === undefined ? 'the summary of the run' : `[the summary](${run.url})`;
}
