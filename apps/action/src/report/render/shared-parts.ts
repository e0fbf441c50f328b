import type { DocsWarning } from '../../docs/docs-warning.ts';
import type { SkippedDocument } from '../../docs/find-docs.ts';
import type { PlanTense } from '../describe-changes.ts';
import { formatNumber, pluralize } from '../report-wording.ts';
import { tableHead, tableRow } from '../text/markdown-table.ts';
import { markdownText } from '../text/markdown-text.ts';
import { inlineCode } from '../text/safe-text.ts';
import type { VisibilityCounts } from '../visibility-changes.ts';
import { type Measure, type ReportPart, rowsPart, staticPart } from './report-part.ts';

/** The options of the parts that both the summary and the comment contain. */
export interface PartOptions {
  readonly measure: Measure;
  /** The place where the omitted rows are listed, as the words that end a sentence. */
  readonly elsewhere: string;
}

const MAX_OPEN_ROWS = 10;

/** Renders the changes of visibility, which reviewers should check first. */
export function visibilityPart(
  { changes, newPublic }: VisibilityCounts,
  tense: PlanTense,
  options: PartOptions,
): ReportPart {
  const newItemsNote =
    newPublic === 0 ? '' : `${pluralize(newPublic, 'new item')} ${newPublic === 1 ? 'is' : 'are'} public.`;
  if (changes.length === 0) return { render: () => newItemsNote };
  const verb = tense === 'planned' ? 'would change' : 'changed';
  const heading = `### ⚠️ The visibility of ${pluralize(changes.length, 'item')} ${verb}`;
  return rowsPart({
    ...options,
    before: newItemsNote === '' ? heading : `${heading}\n\n${newItemsNote}`,
    head: tableHead(['Item', 'Document', 'Visibility']),
    rows: changes.map(({ title, path, meaning }) => tableRow([inlineCode(title), inlineCode(path), `**${meaning}**`])),
  });
}

/** Renders the skipped files that this run has read, and the number of the other skipped files. */
export function skippedPart(
  { skipped, skippedCount }: { readonly skipped: readonly SkippedDocument[]; readonly skippedCount: number },
  options: PartOptions,
): ReportPart {
  if (skipped.length === 0) return staticPart('');
  const rows = skipped.map(({ path, reason }) => tableRow([inlineCode(path), markdownText(reason)]));
  const omittedCount = skippedCount - skipped.length;
  const omittedNote =
    omittedCount > 0
      ? [tableRow([`and ${formatNumber(omittedCount)} more`, 'skipped by an earlier run, unchanged since'])]
      : [];
  return foldedPart({
    ...options,
    title: `Skipped files: ${formatNumber(skippedCount)}`,
    head: tableHead(['File', 'Reason']),
    rows: [...rows, ...omittedNote],
  });
}

export function docsWarningsPart(warnings: readonly DocsWarning[], options: PartOptions): ReportPart {
  return foldedPart({
    ...options,
    title: `Warnings: ${warnings.length}`,
    head: tableHead(['File', 'Line:', 'Warning']),
    rows: warnings.map(({ path, line, message }) => tableRow([inlineCode(path), String(line), markdownText(message)])),
  });
}

interface FoldedPartOptions extends PartOptions {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly string[];
}

/** Returns a part with a collapsible table, which is initially open if it is short. */
function foldedPart({ title, ...rest }: FoldedPartOptions): ReportPart {
  const openAttribute = rest.rows.length <= MAX_OPEN_ROWS ? ' open' : '';
  return rowsPart({
    ...rest,
    before: `<details${openAttribute}><summary><b>${title}</b></summary>`,
    after: '</details>',
  });
}
