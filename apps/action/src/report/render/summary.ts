import { changedDocuments } from '../changes.ts';
import { describeDriftCheck } from '../drift-check.ts';
import { describeReview, formatOutcome, headingOf } from '../headline.ts';
import type { Report } from '../model.ts';
import { linkToPullRequest } from '../text/link.ts';
import { inlineCode } from '../text/safe-text.ts';
import { visibilityChangesOf } from '../visibility-changes.ts';
import { documentsPart } from './documents-part.ts';
import { inBytes, joinParts, MAX_SUMMARY_BYTES, type ReportPart, staticPart } from './part.ts';
import { failuresPart, foundPart, leftoversPart, RESOLVE_IN_DOUBT } from './platform-parts.ts';
import { docsWarningsPart, skippedPart, visibilityPart } from './shared-parts.ts';

const MAX_DIFFERING_DOCUMENTS = 20;

const OPTIONS = { measure: inBytes, elsewhere: 'see the plan file for everything' };

/**
 * Renders the job summary of one source.
 * @param limit maximum size in bytes
 */
export function summary(report: Report, limit = MAX_SUMMARY_BYTES): string {
  const { outcome, plan, result, warnings } = report;
  const changes = result ? result.done.map(({ change }) => change) : (plan?.changes ?? []);
  const tense = outcome === 'applied' ? 'done' : 'planned';
  const parts: ReportPart[] = [
    staticPart(introduction(report)),
    visibilityPart(visibilityChangesOf(changes), tense, OPTIONS),
    failuresPart(result, OPTIONS),
    documentsPart(changedDocuments(changes, plan?.gone), {
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
    sentence(describeDriftCheck(report.verified)),
  ];
  return [`## Context Sync: ${headingOf(report)}`, ...lines].filter((line) => line !== '').join('\n\n');
}

function reviewedLine(report: Report): string {
  const { reviewed } = report;
  const description = describeReview(report);
  if (!reviewed || description === undefined) return '';
  const { pullRequest, same, differing = [] } = reviewed;
  const words = description.replace(`#${pullRequest}`, linkToPullRequest(report, pullRequest));
  const named = differing.slice(0, MAX_DIFFERING_DOCUMENTS).map((path) => inlineCode(path));
  const more = differing.length > named.length ? [`and ${differing.length - named.length} more`] : [];
  const where = named.length === 0 ? '' : `, in ${[...named, ...more].join(', ')}`;
  return same ? `✅ ${words}.` : `⚠️ **${words}**${where}.`;
}

function connectLine({ plan, result, dataSourceId, outcome }: Report): string {
  const connect = plan?.connect;
  if (!connect) return '';
  const { owner, repo, branch } = connect.source;
  const what = `${inlineCode(`${owner}/${repo}`)}, branch ${inlineCode(branch)}`;
  if (outcome === 'planned') return `Would connect ${what} as a data source.`;
  if (connect.kind === 'hold' || result?.connected === 'in-doubt') {
    return `The connection of ${what} is **in doubt**: a run ended while it was connecting. Check the platform, then ${RESOLVE_IN_DOUBT}.`;
  }
  if (result?.connected !== 'connected') return `${what} is **not connected** as a data source.`;
  const id = dataSourceId === undefined ? '' : ` (${inlineCode(dataSourceId)})`;
  if (result.existing) return `${what} was already connected as a data source${id}; the platform kept it unchanged.`;
  const again = connect.kind === 'connect' && connect.previous !== undefined && !connect.resend;
  const changed = ' again, because its settings have changed; the previous data source is still on the platform';
  return `Connected ${what} as a data source${id}${again ? changed : ''}.`;
}

function sentence(words: string | undefined): string {
  return words === undefined ? '' : `${words}.`;
}
