import type { ApplyResult, Reminder } from '@context-sync/sync';
import { titleOf } from '../changes.ts';
import { explainFailure } from '../explain.ts';
import type { Report } from '../model.ts';
import { markdownText } from '../text/markdown-text.ts';
import { inlineCode } from '../text/safe-text.ts';
import { tableHead, tableRow } from '../text/table.ts';
import { describeCorrection } from '../verified.ts';
import { pluralize } from '../wording.ts';
import { type Part, rowsPart, staticPart } from './part.ts';
import type { PartOptions } from './shared-parts.ts';

/** How a person settles what is in doubt. */
export const SETTLE =
  'run once with <code>on-in-doubt</code> set to <code>assume-created</code> if it is there, or <code>resend</code> if it is not; for single items, with a line for each, such as <code>resend: KEY</code>';

/** Rows that are read at most; more of them would say the same. */
const MOST_ROWS = 500;

const MEANINGS: Readonly<Record<string, string>> = {
  superseded: 'superseded: its section has changed',
  orphaned: 'orphaned: its section is gone',
  creating: 'in doubt: it may or may not be there',
};

/** What failed, and what to do about it. */
export function failuresPart(result: ApplyResult | undefined, options: PartOptions): Part {
  if (!result) return staticPart('');
  return rowsPart({
    ...options,
    most: MOST_ROWS,
    before: '### Failures',
    head: tableHead(['Item', 'Document', 'What the service said', 'Fix']),
    rows: result.failures.map((failure) => {
      const { change } = failure;
      const { problem, fix } = explainFailure(failure, result);
      const title = change ? inlineCode(titleOf(change)) : 'the data source';
      return tableRow([title, change ? inlineCode(change.path) : '', markdownText(problem, 600), markdownText(fix)]);
    }),
  });
}

/** What the platform's own list has shown. */
export function foundPart({ verified }: Report, options: PartOptions): Part {
  const found = (verified?.corrections ?? [])
    .filter(({ finding }) => finding !== 'identified' && finding !== 'adopted')
    .map((correction) => [
      inlineCode(correction.record.title),
      inlineCode(correction.path),
      describeCorrection(correction),
    ]);
  const others = (verified?.unknown ?? []).map(({ title, id }) => [
    inlineCode(title),
    inlineCode(id),
    'not from this repository, left alone',
  ]);
  return rowsPart({
    ...options,
    most: MOST_ROWS,
    before: '### Found on the platform',
    head: tableHead(['Item', 'Document or id', 'Found']),
    rows: [...found, ...others].map(tableRow),
  });
}

/** What is on the platform and should not be, or may be; what is in doubt comes first. */
export function leftoversPart({ leftovers, counts }: Report, options: PartOptions): Part {
  const inDoubt = leftovers.filter(({ status }) => status === 'creating');
  const others = leftovers.filter(({ status }) => status !== 'creating');
  const after = [
    ...(others.length > 0
      ? [
          'What somebody has deleted there is listed until a run is told so: run once with <code>forget: all</code>, or with the ids of those items.',
        ]
      : []),
    ...(inDoubt.length > 0
      ? [`What is in doubt is not sent again by itself. Look on the platform, then ${SETTLE}.`]
      : []),
  ];
  return rowsPart({
    ...options,
    most: MOST_ROWS,
    before: `### Still on the platform\n\n${introduction(inDoubt.length, Math.max(others.length, counts.superseded + counts.orphaned))}`,
    head: tableHead(['Title', 'Id or key', 'Document', 'State']),
    rows: [...inDoubt, ...others].map(leftoverRow),
    after: after.join('\n\n'),
  });
}

function introduction(inDoubt: number, others: number): string {
  const sentences = [
    ...(others > 0
      ? [
          `The API in use cannot remove items: ${pluralize(others, 'item')} should be looked at on the platform, and deleted there.`,
        ]
      : []),
    ...(inDoubt > 0 ? [`A run ended while it was sending ${pluralize(inDoubt, 'item')}.`] : []),
  ];
  return sentences.join(' ');
}

function leftoverRow({ path, key, title, id, status, public: isPublic }: Reminder): string {
  const meaning = MEANINGS[status] ?? status;
  return tableRow([
    `${inlineCode(title)}${isPublic ? ' · public' : ''}`,
    inlineCode(id ?? key),
    inlineCode(path),
    meaning,
  ]);
}
