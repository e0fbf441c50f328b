import { changedDocuments } from '../describe-changes.ts';
import { describeDriftCheck } from '../drift-check.ts';
import { describeReview, formatOutcome, getHeading } from '../headline.ts';
import type { Report } from '../report-model.ts';
import { linkToPullRequest } from '../text/markdown-link.ts';
import { inlineCode } from '../text/safe-text.ts';
import { getVisibilityChanges } from '../visibility-changes.ts';
import { documentsPart } from './documents-part.ts';
import { failuresPart, foundPart, leftoversPart, RESOLVE_IN_DOUBT } from './platform-parts.ts';
import { inBytes, joinParts, MAX_SUMMARY_BYTES, type ReportPart, staticPart } from './report-part.ts';
import { docsWarningsPart, skippedPart, visibilityPart } from './shared-parts.ts';

const MAX_DIFFERING_DOCUMENTS = 20;

const OPTIONS = { measure: inBytes, elsewhere: 'see the plan file for everything' };

/**
 * Renders the job summary of one source.
 * @param limit maximum size in bytes
 */
export function summary(report: Report, limit = MAX_SUMMARY_BYTES): string {
  const { outcome, plan, result, warnings } = report;
  const changeList = result ? result.done.map(({ change }) => change) : (plan?.changes ?? []);
  const tense = outcome === 'applied' ? 'done' : 'planned';
  const parts: ReportPart[] = [
    staticPart(introduction(report)),
    visibilityPart(getVisibilityChanges(changeList), tense, OPTIONS),
    failuresPart(result, OPTIONS),
    documentsPart(changedDocuments(changeList, plan?.gone), {
      ...OPTIONS,
      heading: `### ${tense === 'done' ? 'What changed' : 'What would change'}`,
      tense,
      withTexts: false,
      links: report,
    }),
    foundPart(report, OPTIONS),
    leftoversPart(report, OPTIONS),
    docsWarningsPart(warnings, OPTIONS),
    skippedPart(report, OPTIONS),
  ];
  return joinParts(parts, limit, inBytes);
}

/** Renders the job summary of several sources, each with an equal share of the limit. */
export function summaryOfAll(reports: readonly Report[]): string {
  const share = Math.floor(MAX_SUMMARY_BYTES / Math.max(1, reports.length));
  return reports.map((report) => summary(report, share)).join('\n');
}

function introduction(report: Report): string {
  const { project, docs, commit } = report;
  const folder = docs === undefined ? '' : `, docs in ${inlineCode(docs === '' ? '.' : docs)}`;
  const lines = [
    `Project ${inlineCode(project)}${folder}, commit ${inlineCode(commit.slice(0, 7))}: ${formatOutcome(report)}.`,
    reviewedLine(report),
    connectLine(report),
    capitalizeSentence(describeDriftCheck(report.verified)),
  ];
  return [`## Context Sync: ${getHeading(report)}`, ...lines].filter((line) => line !== '').join('\n\n');
}

function reviewedLine(report: Report): string {
  const { reviewed } = report;
  const description = describeReview(report);
  if (!reviewed || description === undefined) return '';
  const { pullRequest, same, differing = [] } = reviewed;
  const words = description.replace(`#${pullRequest}`, linkToPullRequest(report, pullRequest));
  const pathList = differing.slice(0, MAX_DIFFERING_DOCUMENTS).map((path) => inlineCode(path));
  const omittedNote = differing.length > pathList.length ? [`and ${differing.length - pathList.length} more`] : [];
  const pathsText = pathList.length === 0 ? '' : `, in ${[...pathList, ...omittedNote].join(', ')}`;
  return same ? `✅ ${words}.` : `⚠️ **${words}**${pathsText}.`;
}

function connectLine({ plan, result, dataSourceId, outcome }: Report): string {
  const connect = plan?.connect;
  if (!connect) return '';
  const { owner, repo, branch } = connect.source;
  const repositoryText = `${inlineCode(`${owner}/${repo}`)}, branch ${inlineCode(branch)}`;
  if (outcome === 'planned') return `Would connect ${repositoryText} as a data source.`;
  if (connect.kind === 'hold' || result?.connected === 'in-doubt') {
    return `The connection of ${repositoryText} is **in doubt**: a run ended while it was connecting. Check the platform, then ${RESOLVE_IN_DOUBT}.`;
  }
  if (result?.connected !== 'connected') return `${repositoryText} is **not connected** as a data source.`;
  const id = dataSourceId === undefined ? '' : ` (${inlineCode(dataSourceId)})`;
  if (result.existing)
    return `${repositoryText} was already connected as a data source${id}; the platform kept it unchanged.`;
  const isReconnect = connect.kind === 'connect' && connect.previous !== undefined && !connect.resend;
  const reconnectNote = ' again, because its settings have changed; the previous data source is still on the platform';
  return `Connected ${repositoryText} as a data source${id}${isReconnect ? reconnectNote : ''}.`;
}

function capitalizeSentence(words: string | undefined): string {
  return words === undefined ? '' : `${words}.`;
}
