import type { DocsWarning } from '../../docs/docs-warning.ts';
import type { SkippedDocument } from '../../docs/find-docs.ts';
import type { PlanTense } from '../describe-changes.ts';
import { formatNumber, pluralize } from '../report-wording.ts';
import { formatTableHead, formatTableRow } from '../text/markdown-table.ts';
import { formatMarkdownText } from '../text/markdown-text.ts';
import { formatInlineCode } from '../text/safe-text.ts';
import type { VisibilityCounts } from '../visibility-changes.ts';
import { createRowsPart, createStaticPart, type Measure, type ReportPart } from './report-part.ts';

/** Options of the parts that the summary and the comment share. */
export interface PartOptions {
  readonly measure: Measure;
  /** End of the sentence about omitted rows, which refers to the complete list, such as `see the log`. */
  readonly elsewhere: string;
  /** Maximum number of rows. Default: no maximum. */
  readonly most?: number;
}

const MAX_OPEN_ROWS = 10;

/** Renders the visibility changes, so that reviewers check them first. */
export function renderVisibilityPart(
  { changes, newPublic }: VisibilityCounts,
  tense: PlanTense,
  options: PartOptions,
): ReportPart {
  const newItemsNote =
    newPublic === 0 ? '' : `${pluralize(newPublic, 'new item')} ${newPublic === 1 ? 'is' : 'are'} public.`;
  if (changes.length === 0) return { render: () => newItemsNote };
  const verb = tense === 'planned' ? 'would change' : 'changed';
  const heading = `### ⚠️ The visibility of ${pluralize(changes.length, 'item')} ${verb}`;
  return createRowsPart({
    ...options,
    before: newItemsNote === '' ? heading : `${heading}\n\n${newItemsNote}`,
    head: formatTableHead(['Item', 'Document', 'Visibility']),
    rows: changes.map(({ title, path, meaning }) =>
      formatTableRow([formatInlineCode(title), formatInlineCode(path), `**${meaning}**`]),
    ),
  });
}

/** Renders the skipped files that this run has read, and the number of further skipped files. */
export function renderSkippedPart(
  { skipped, skippedCount }: { readonly skipped: readonly SkippedDocument[]; readonly skippedCount: number },
  options: PartOptions,
): ReportPart {
  if (skipped.length === 0) return createStaticPart('');
  const rows = skipped.map(({ path, reason }) => formatTableRow([formatInlineCode(path), formatMarkdownText(reason)]));
  const omittedCount = skippedCount - skipped.length;
  const omittedNote =
    omittedCount > 0
      ? [formatTableRow([`and ${formatNumber(omittedCount)} more`, 'skipped by an earlier run, unchanged since'])]
      : [];
  return createCollapsiblePart({
    ...options,
    title: `Skipped files: ${formatNumber(skippedCount)}`,
    head: formatTableHead(['File', 'Reason']),
    rows: [...rows, ...omittedNote],
  });
}

export function renderDocsWarningsPart(warnings: readonly DocsWarning[], options: PartOptions): ReportPart {
  return createCollapsiblePart({
    ...options,
    title: `Warnings: ${warnings.length}`,
    head: formatTableHead(['File', 'Line:', 'Warning']),
    rows: warnings.map(({ path, line, message }) =>
      formatTableRow([formatInlineCode(path), String(line), formatMarkdownText(message)]),
    ),
  });
}

interface FoldedPartOptions extends PartOptions {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly string[];
}

/** Returns a part with a collapsible table, which is initially open if it is short. */
function createCollapsiblePart({ title, ...rest }: FoldedPartOptions): ReportPart {
  const openAttribute = rest.rows.length <= MAX_OPEN_ROWS ? ' open' : '';
  return createRowsPart({
    ...rest,
    before: `<details${openAttribute}><summary><b>${title}</b></summary>`,
    after: '</details>',
  });
}
