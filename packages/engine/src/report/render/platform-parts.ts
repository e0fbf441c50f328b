import type { ApplyResult, Reminder } from '@context-sync/sync';
import { getRecoveryUrl } from '../../problem/recovery.ts';
import { getTitle } from '../describe-changes.ts';
import { describeCorrection } from '../drift-check.ts';
import { explainFailure } from '../explain-failure.ts';
import type { Report } from '../report-model.ts';
import { pluralize } from '../report-wording.ts';
import { formatTableHead, formatTableRow } from '../text/markdown-table.ts';
import { formatMarkdownText } from '../text/markdown-text.ts';
import { formatInlineCode } from '../text/safe-text.ts';
import { createRowsPart, createStaticPart, type ReportPart } from './report-part.ts';
import type { PartOptions } from './shared-parts.ts';

/** Returns the instructions for resolving items in doubt. */
function describeResolution(): string {
  return `${linkRecovery()} with <code>on-in-doubt</code> set to <code>assume-created</code> if the item exists there, or <code>resend</code> if it does not; to decide about single items, add a line for each, such as <code>resend: KEY</code>`;
}

/** Returns the instructions for resolving a connection in doubt. */
export function describeConnectionResolution(): string {
  return `${linkRecovery()} with <code>on-in-doubt</code> set to <code>assume-created: data-source</code> if the repository is connected there, or <code>resend: data-source</code> if it is not`;
}

/** Links to the recovery workflow if the repository contains it. */
function linkRecovery(): string {
  const url = getRecoveryUrl();
  return url === undefined ? 'run once' : `[run the recovery workflow](${url})`;
}

const MAX_ROWS = 500;

const STATUS_MEANINGS: Readonly<Record<string, string>> = {
  superseded: 'superseded: an old version of a changed section',
  orphaned: 'orphaned: its section was deleted',
  creating: 'in doubt: it may or may not exist',
};

/** Renders the failed changes and their fixes. */
export function renderFailuresPart(result: ApplyResult | undefined, options: PartOptions): ReportPart {
  if (!result) return createStaticPart('');
  return createRowsPart({
    ...options,
    most: MAX_ROWS,
    before: '### Failures',
    head: formatTableHead(['Item', 'Document', 'Error', 'Fix']),
    rows: result.failures.map((failure) => {
      const { change } = failure;
      const { problem, fix } = explainFailure(failure, result);
      const title = change ? formatInlineCode(getTitle(change)) : 'the data source';
      return formatTableRow([
        title,
        change ? formatInlineCode(change.path) : '',
        formatMarkdownText(problem, 600),
        formatMarkdownText(fix),
      ]);
    }),
  });
}

/** Renders the differences that the drift check found. */
export function renderDriftPart({ verified }: Report, options: PartOptions): ReportPart {
  const correctionRows = (verified?.corrections ?? [])
    .filter(({ finding }) => finding !== 'identified' && finding !== 'adopted')
    .map((correction) => [
      formatInlineCode(correction.record.title),
      formatInlineCode(correction.path),
      describeCorrection(correction),
    ]);
  const unknownRows = (verified?.unknown ?? []).map(({ title, id }) => [
    formatInlineCode(title),
    formatInlineCode(id),
    'not from this repository; not changed',
  ]);
  return createRowsPart({
    ...options,
    most: MAX_ROWS,
    before: '### Differences on the platform',
    head: formatTableHead(['Item', 'Document or id', 'Found']),
    rows: [...correctionRows, ...unknownRows].map(formatTableRow),
  });
}

/** Renders leftover items and items in doubt. The items in doubt come first. */
export function renderLeftoversPart({ leftovers, counts }: Report, options: PartOptions): ReportPart {
  const inDoubt = leftovers.filter(({ status }) => status === 'creating');
  const otherLeftovers = leftovers.filter(({ status }) => status !== 'creating');
  const sectionEnd = [
    ...(otherLeftovers.length > 0
      ? [
          `After you have deleted these items on the platform, ${linkRecovery()} with <code>forget: all</code>, or with their IDs, to remove them from this list.`,
        ]
      : []),
    ...(inDoubt.length > 0
      ? [`Items in doubt are not sent again automatically. Check the platform, then ${describeResolution()}.`]
      : []),
  ];
  return createRowsPart({
    ...options,
    most: MAX_ROWS,
    before: `### Still on the platform\n\n${renderIntroduction(inDoubt.length, Math.max(otherLeftovers.length, counts.superseded + counts.orphaned))}`,
    head: formatTableHead(['Title', 'Id or key', 'Document', 'State']),
    rows: [...inDoubt, ...otherLeftovers].map(renderLeftoverRow),
    after: sectionEnd.join('\n\n'),
  });
}

function renderIntroduction(inDoubt: number, otherCount: number): string {
  const sentences = [
    ...(otherCount > 0
      ? [`The API of the platform cannot delete items. Please delete ${pluralize(otherCount, 'item')} there by hand.`]
      : []),
    ...(inDoubt > 0 ? [`A run ended while it was sending ${pluralize(inDoubt, 'item')}.`] : []),
  ];
  return sentences.join(' ');
}

function renderLeftoverRow({ path, key, title, id, status, public: isPublic }: Reminder): string {
  const statusMeaning = STATUS_MEANINGS[status] ?? status;
  return formatTableRow([
    `${formatInlineCode(title)}${isPublic ? ' · public' : ''}`,
    formatInlineCode(id ?? key),
    formatInlineCode(path),
    statusMeaning,
  ]);
}
