import type { Remark } from '../../docs/docs-warning.ts';
import type { Skipped } from '../../docs/documents.ts';
import type { Tense } from '../changes.ts';
import { prose } from '../text/markdown-text.ts';
import { code } from '../text/safe-text.ts';
import { tableHead, tableRow } from '../text/table.ts';
import type { Audience } from '../visibility-changes.ts';
import { count, grouped } from '../wording.ts';
import { fixedPart, type Measure, type Part, rowsPart } from './part.ts';

/** What the parts of summary and comment have in common. */
export interface PartOptions {
  readonly measure: Measure;
  /** Where the rest can be found, as the end of a sentence. */
  readonly elsewhere: string;
}

/** More rows than this are folded. */
const OPEN_ROWS = 10;

/** Who may read what from now on: the first thing to review. */
export function audiencePart({ changes, newPublic }: Audience, tense: Tense, options: PartOptions): Part {
  const fresh =
    newPublic === 0 ? '' : `${count(newPublic, 'new item')} ${newPublic === 1 ? 'is' : 'are'} public from the first.`;
  if (changes.length === 0) return { render: () => fresh };
  const verb = tense === 'planned' ? 'would change' : 'changed';
  const heading = `### ⚠️ The audience of ${count(changes.length, 'item')} ${verb}`;
  return rowsPart({
    ...options,
    before: fresh === '' ? heading : `${heading}\n\n${fresh}`,
    head: tableHead(['Item', 'Document', 'Audience']),
    rows: changes.map(({ title, path, meaning }) => tableRow([code(title), code(path), `**${meaning}**`])),
  });
}

/** The skipped files that this run has looked at, and how many there are besides. */
export function skippedPart(
  { skipped, skippedCount }: { readonly skipped: readonly Skipped[]; readonly skippedCount: number },
  options: PartOptions,
): Part {
  if (skipped.length === 0) return fixedPart('');
  const rows = skipped.map(({ path, reason }) => tableRow([code(path), prose(reason)]));
  const others = skippedCount - skipped.length;
  const more =
    others > 0 ? [tableRow([`and ${grouped(others)} more`, 'unchanged since an earlier run skipped them'])] : [];
  return foldedPart({
    ...options,
    title: `Skipped files: ${grouped(skippedCount)}`,
    head: tableHead(['File', 'Why']),
    rows: [...rows, ...more],
  });
}

export function remarksPart(remarks: readonly Remark[], options: PartOptions): Part {
  return foldedPart({
    ...options,
    title: `Warnings: ${remarks.length}`,
    head: tableHead(['File', 'Line:', 'Warning']),
    rows: remarks.map(({ path, line, message }) => tableRow([code(path), String(line), prose(message)])),
  });
}

interface Folded extends PartOptions {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly string[];
}

/** A table under a line that folds it away where it is long. */
function foldedPart({ title, ...rest }: Folded): Part {
  const open = rest.rows.length <= OPEN_ROWS ? ' open' : '';
  return rowsPart({ ...rest, before: `<details${open}><summary><b>${title}</b></summary>`, after: '</details>' });
}
