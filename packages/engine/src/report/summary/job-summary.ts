import { isReviewed } from '../../review/review-model.ts';
import { describeDeferred, groupChangesByDocument } from '../describe-changes.ts';
import { describeDriftCheck } from '../drift-check.ts';
import { describeReview, formatOutcome, getHeading } from '../headline.ts';
import { renderDocumentsPart } from '../render/documents-part.ts';
import {
  describeConnectionResolution,
  renderDriftPart,
  renderFailuresPart,
  renderLeftoversPart,
} from '../render/platform-parts.ts';
import { renderPortalPart } from '../render/portal-part.ts';
import { renderQuestionsPart } from '../render/questions-part.ts';
import { countBytes, createStaticPart, joinParts, MAX_SUMMARY_BYTES, type ReportPart } from '../render/report-part.ts';
import { renderDocsWarningsPart, renderSkippedPart, renderVisibilityPart } from '../render/shared-parts.ts';
import type { Report } from '../report-model.ts';
import { dividePlan } from '../reviewed/divide-plan.ts';
import { findNewWarnings, renderFacts } from '../reviewed/render-facts.ts';
import { renderReviewedRows } from '../reviewed/render-rows.ts';
import { linkToPullRequest } from '../text/markdown-link.ts';
import { formatMarkdownText } from '../text/markdown-text.ts';
import { formatInlineCode } from '../text/safe-text.ts';
import { getVisibilityChanges } from '../visibility-changes.ts';

const MAX_DIFFERING_DOCUMENTS = 20;
/** Maximum number of pages and files of the docs portal in a summary. The plan file contains all of them. */
const MAX_PORTAL_ROWS = 1_000;

const PART_OPTIONS = { measure: countBytes, elsewhere: 'see the plan file for everything' };

/**
 * Renders the job summary of one source.
 * @param limit maximum size in bytes
 */
export function renderSummary(report: Report, limit = MAX_SUMMARY_BYTES): string {
  const { outcome, plan, result, warnings } = report;
  const plannedChanges = plan?.changes ?? [];
  const changeList = result
    ? [...result.done.map(({ change }) => change), ...plannedChanges.filter(({ kind }) => kind === 'defer')]
    : plannedChanges;
  const tense = outcome === 'applied' ? 'done' : 'planned';
  const overview = renderOverview(report);
  const parts: ReportPart[] = [
    createStaticPart(renderIntroduction(report)),
    renderVisibilityPart(getVisibilityChanges(changeList), tense, PART_OPTIONS),
    ...renderQuestionsPart(report, PART_OPTIONS),
    ...overview,
    renderFailuresPart(result, PART_OPTIONS),
    renderDocumentsPart(groupChangesByDocument(changeList, listDeleted(report)), {
      ...PART_OPTIONS,
      heading: `### ${tense === 'done' ? 'What changed' : overview.length > 0 ? 'All changes by document' : 'What would change'}`,
      listsMostChanged: overview.length === 0,
      tense,
      withTexts: tense === 'planned',
      links: report,
      ...(report.review ? { oldItems: report.review.oldItems } : {}),
    }),
    renderPortalPart(report, { ...PART_OPTIONS, most: MAX_PORTAL_ROWS }),
    renderDriftPart(report, PART_OPTIONS),
    renderLeftoversPart(report, PART_OPTIONS),
    renderDocsWarningsPart(warnings, PART_OPTIONS),
    renderSkippedPart(report, PART_OPTIONS),
  ];
  return joinParts(parts, limit, countBytes);
}

/** Renders the facts and the table of the comment, so that the summary of a plan answers the same questions at a glance. */
function renderOverview(report: Report): readonly ReportPart[] {
  const { plan, review } = report;
  if (!plan || !review) return [];
  const dividedPlan = dividePlan(plan, review);
  const warnings = findNewWarnings(report);
  if (dividedPlan.own.length === 0 && warnings.length === 0) return [];
  const visibility = getVisibilityChanges(plan.changes.filter(({ path }) => isReviewed(review, path)));
  return [
    createStaticPart(renderFacts({ report, reviewed: dividedPlan, warnings, visibility })),
    renderReviewedRows(dividedPlan.rows, report, { ...PART_OPTIONS, elsewhere: 'see below' }),
  ];
}

/** Renders the job summary of several sources, each with an equal share of the limit. */
export function renderSummaryOfSources(reports: readonly Report[]): string {
  const share = Math.floor(MAX_SUMMARY_BYTES / Math.max(1, reports.length));
  return reports.map((report) => renderSummary(report, share)).join('\n');
}

function renderIntroduction(report: Report): string {
  const { project, docs, commit } = report;
  const folder = docs === undefined ? '' : `, docs in ${formatInlineCode(docs === '' ? '.' : docs)}`;
  const lines = [
    `Project ${formatInlineCode(project)}${folder}, commit ${formatInlineCode(commit.slice(0, 7))}: ${formatOutcome(report)}.`,
    renderReviewedLine(report),
    connectLine(report),
    capitalizeSentence(describeDriftCheck(report.verified)),
    formatMarkdownText(capitalizeSentence(describeDeferred(report.plan?.changes ?? [], report.causes))),
  ];
  return [`## Context Sync: ${getHeading(report)}`, ...lines].filter((line) => line !== '').join('\n\n');
}

/** Returns the documents that are no longer in the repository. Documents that are now skipped are still in the repository. */
function listDeleted({ plan, skipped }: Report): readonly string[] {
  const skippedPaths = new Set(skipped.map(({ path }) => path));
  return (plan?.gone ?? []).filter((path) => !skippedPaths.has(path));
}

function renderReviewedLine(report: Report): string {
  const { reviewed } = report;
  const description = describeReview(report);
  if (!reviewed || description === undefined) return '';
  const { pullRequest, same, differing = [] } = reviewed;
  const words = description.replace(`#${pullRequest}`, linkToPullRequest(report, pullRequest));
  const pathList = differing.slice(0, MAX_DIFFERING_DOCUMENTS).map((path) => formatInlineCode(path));
  const omittedNote = differing.length > pathList.length ? [`and ${differing.length - pathList.length} more`] : [];
  const pathsText = pathList.length === 0 ? '' : `, in ${[...pathList, ...omittedNote].join(', ')}`;
  return same ? `✅ ${words}.` : `⚠️ **${words}**${pathsText}.`;
}

function connectLine({ plan, result, dataSourceId, outcome }: Report): string {
  const connect = plan?.connect;
  if (!connect) return '';
  const { owner, repo, branch } = connect.source;
  const repositoryText = `${formatInlineCode(`${owner}/${repo}`)}, branch ${formatInlineCode(branch)}`;
  if (outcome === 'planned') return `Would connect ${repositoryText} as a data source.`;
  if (connect.kind === 'hold' || result?.connected === 'in-doubt') {
    return `The connection of ${repositoryText} is **in doubt**: a run ended while it was connecting. Check the platform, then ${describeConnectionResolution()}.`;
  }
  if (result?.connected !== 'connected') return `${repositoryText} is **not connected** as a data source.`;
  const id = dataSourceId === undefined ? '' : ` (${formatInlineCode(dataSourceId)})`;
  if (result.existing)
    return `${repositoryText} was already connected as a data source${id}; the platform kept it unchanged.`;
  const isReconnect = connect.kind === 'connect' && connect.previous !== undefined && !connect.resend;
  const reconnectNote = ' again, because its settings have changed; the previous data source is still on the platform';
  return `Connected ${repositoryText} as a data source${id}${isReconnect ? reconnectNote : ''}.`;
}

function capitalizeSentence(words: string | undefined): string {
  return words === undefined ? '' : `${words}.`;
}
