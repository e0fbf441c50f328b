import type { DocsWarning } from '../../docs/docs-warning.ts';
import type { Skipped } from '../../docs/documents.ts';
import type { Tense } from '../changes.ts';
import { markdownText } from '../text/markdown-text.ts';
import { inlineCode } from '../text/safe-text.ts';
import { tableHead, tableRow } from '../text/table.ts';
import type { Visibility } from '../visibility-changes.ts';
import { formatNumber, pluralize } from '../wording.ts';
import { type Measure, type ReportPart, rowsPart, staticPart } from './part.ts';

/** The options of the parts that both the summary and the comment contain. */
export interface PartOptions {
  readonly measure: Measure;
  /** The place where the omitted rows are listed, as the words that end a sentence. */
  readonly elsewhere: string;
}

const MAX_OPEN_ROWS = 10;

/** Renders the changes of visibility, which reviewers should check first. */
export function visibilityPart({ changes, newPublic }: Visibility, tense: Tense, options: PartOptions): ReportPart {
  const fresh = newPublic === 0 ? '' : `${pluralize(newPublic, 'new item')} ${newPublic === 1 ? 'is' : 'are'} public.`;
  if (changes.length === 0) return { render: () => fresh };
  const verb = tense === 'planned' ? 'would change' : 'changed';
  const heading = `### ⚠️ The visibility of ${pluralize(changes.length, 'item')} ${verb}`;
  return rowsPart({
    ...options,
    before: fresh === '' ? heading : `${heading}\n\n${fresh}`,
    head: tableHead(['Item', 'Document', 'Visibility']),
    rows: changes.map(({ title, path, meaning }) => tableRow([inlineCode(title), inlineCode(path), `**${meaning}**`])),
  });
}

/** Renders the skipped files that this run has read, and the number of other skipped files. */
export function skippedPart(
  { skipped, skippedCount }: { readonly skipped: readonly Skipped[]; readonly skippedCount: number },
  options: PartOptions,
): ReportPart {
  if (skipped.length === 0) return staticPart('');
  const rows = skipped.map(({ path, reason }) => tableRow([inlineCode(path), markdownText(reason)]));
  const others = skippedCount - skipped.length;
  const more =
    others > 0 ? [tableRow([`and ${formatNumber(others)} more`, 'skipped by an earlier run, unchanged since'])] : [];
  return foldedPart({
    ...options,
    title: `Skipped files: ${formatNumber(skippedCount)}`,
    head: tableHead(['File', 'Reason']),
    rows: [...rows, ...more],
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

interface Folded extends PartOptions {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly string[];
}

/** Returns a part with a collapsible table, which is initially open if it is short. */
function foldedPart({ title, ...rest }: Folded): ReportPart {
  const open = rest.rows.length <= MAX_OPEN_ROWS ? ' open' : '';
  return rowsPart({ ...rest, before: `<details${open}><summary><b>${title}</b></summary>`, after: '</details>' });
}
