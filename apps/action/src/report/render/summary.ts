import { changedDocuments, changeRows } from '../changes.ts';
import { describeOutcome, describeReview, headingOf } from '../headline.ts';
import type { Report } from '../model.ts';
import { inlineCode } from '../text/safe-text.ts';
import { describeDriftCheck } from '../verified.ts';
import { visibilityChangesOf } from '../visibility-changes.ts';
import { documentsPart } from './documents-part.ts';
import { inBytes, joinParts, MAX_SUMMARY_BYTES, type Part, staticPart } from './part.ts';
import { failuresPart, foundPart, leftoversPart, SETTLE } from './platform-parts.ts';
import { docsWarningsPart, skippedPart, visibilityPart } from './shared-parts.ts';
import { sizesTable } from './sizes.ts';

/** Documents named where what was applied is not what was reviewed. */
const MAX_DIFFERING_DOCUMENTS = 20;

const OPTIONS = { measure: inBytes, elsewhere: 'all of it is in the plan file' };

/**
 * The job summary of one source's run that came to an end.
 * @param limit most bytes
 */
export function summary(report: Report, limit = MAX_SUMMARY_BYTES): string {
  const { outcome, plan, result, warnings } = report;
  const changes = result ? result.done.map(({ change }) => change) : (plan?.changes ?? []);
  const tense = outcome === 'applied' ? 'done' : 'planned';
  const parts: Part[] = [
    staticPart(introduction(report)),
    visibilityPart(visibilityChangesOf(changes), tense, OPTIONS),
    failuresPart(result, OPTIONS),
    documentsPart(changedDocuments(changes, plan?.gone), {
      ...OPTIONS,
      heading: `### ${tense === 'done' ? 'What changed' : 'What would change'}`,
      tense,
      withTexts: false,
    }),
    staticPart(underHeading('### How long the items are', sizesTable(changeRows(changes)))),
    foundPart(report, OPTIONS),
    leftoversPart(report, OPTIONS),
    docsWarningsPart(warnings, OPTIONS),
    skippedPart(report, OPTIONS),
  ];
  return joinParts(parts, limit, inBytes);
}

/** The job summary of a run with several sources, each with its share of what GitHub shows. */
export function summaryOfAll(reports: readonly Report[]): string {
  const share = Math.floor(MAX_SUMMARY_BYTES / Math.max(1, reports.length));
  return reports.map((report) => summary(report, share)).join('\n');
}

function introduction(report: Report): string {
  const { project, docs, commit } = report;
  const folder = docs === undefined ? '' : `, docs in ${inlineCode(docs === '' ? '.' : docs)}`;
  const lines = [
    `Project ${inlineCode(project)}${folder}, commit ${inlineCode(commit.slice(0, 7))}: **${describeOutcome(report)}**.`,
    reviewedLine(report),
    connectLine(report),
    sentence(describeDriftCheck(report.verified)),
  ];
  return [`## Context Sync: ${headingOf(report)}`, ...lines].filter((line) => line !== '').join('\n\n');
}

function reviewedLine(report: Report): string {
  const words = describeReview(report);
  if (words === undefined) return '';
  const differing = report.reviewed?.differing ?? [];
  const named = differing.slice(0, MAX_DIFFERING_DOCUMENTS).map((path) => inlineCode(path));
  const more = differing.length > named.length ? [`and ${differing.length - named.length} more`] : [];
  const where = named.length === 0 ? '' : `, in ${[...named, ...more].join(', ')}`;
  return report.reviewed?.same === true ? `✅ ${words}.` : `⚠️ **${words}**${where}.`;
}

function connectLine({ plan, result, dataSourceId, outcome }: Report): string {
  const connect = plan?.connect;
  if (!connect) return '';
  const { owner, repo, branch } = connect.source;
  const what = `${inlineCode(`${owner}/${repo}`)}, branch ${inlineCode(branch)}`;
  if (outcome === 'planned') return `Would connect ${what} as a data source.`;
  if (connect.kind === 'hold' || result?.connected === 'in-doubt') {
    return `Connecting ${what} is **in doubt**: a run ended while it was asking. Look on the platform, then ${SETTLE}.`;
  }
  if (result?.connected !== 'connected') return `${what} is **not connected** as a data source.`;
  const id = dataSourceId === undefined ? '' : ` (${inlineCode(dataSourceId)})`;
  if (result.existing) return `${what} was connected before as a data source${id}, which the platform kept as it was.`;
  const again = connect.kind === 'connect' && connect.previous !== undefined && !connect.resend;
  const changed = ' again, as its settings have changed; the earlier data source is still on the platform';
  return `Connected ${what} as a data source${id}${again ? changed : ''}.`;
}

function sentence(words: string | undefined): string {
  return words === undefined ? '' : `${words}.`;
}

function underHeading(heading: string, text: string): string {
  return text === '' ? '' : `${heading}\n\n${text}`;
}
