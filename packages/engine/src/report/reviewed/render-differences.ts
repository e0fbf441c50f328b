import { type ReportPart, renderLargestFitting } from '../render/report-part.ts';
import type { PartOptions } from '../render/shared-parts.ts';
import { formatNumber, pluralize } from '../report-wording.ts';
import { formatDifference } from '../text/item-difference.ts';
import { formatInlineCode } from '../text/safe-text.ts';
import type { ReviewedItem } from './reviewed-row.ts';

/** Maximum number of characters of a difference in a comment, and of all differences in a comment together. The summary contains all differences. */
const MAX_DIFFERENCE_CHARACTERS = 450;
const MAX_TOTAL_CHARACTERS = 1_800;
const MAX_TITLE_CHARACTERS = 100;

/** Renders word differences between the old and the new texts of updated items in collapsed sections, as many as fit. */
export function renderDifferences(items: readonly ReviewedItem[], options: PartOptions): ReportPart {
  const blocks = items.flatMap((item) => renderDifference(item) ?? []);
  const most = countFitting(blocks, MAX_TOTAL_CHARACTERS);
  const render = (number: number): string => {
    if (number === 0) return '';
    const omittedCount = blocks.length - number;
    const note = omittedCount === 0 ? [] : [`… and ${formatNumber(omittedCount)} more; ${options.elsewhere}.`];
    return [
      `<details><summary>What changes in ${pluralize(blocks.length, 'item')}, word by word</summary>`,
      ...blocks.slice(0, number),
      ...note,
      '</details>',
    ].join('\n\n');
  };
  return { render: (limit) => renderLargestFitting(most, (text) => options.measure(text) <= limit, render) };
}

/** Renders the difference of one item. Returns undefined if there is no old text, or no word differs. */
function renderDifference({ row, old, why }: ReviewedItem): string | undefined {
  if (!old || !row.item || why === 'only URLs changed' || old.content === row.item.content) return undefined;
  return `${formatInlineCode(row.title, MAX_TITLE_CHARACTERS)}\n\n${formatDifference(old.content, row.item.content, MAX_DIFFERENCE_CHARACTERS)}`;
}

function countFitting(blocks: readonly string[], limit: number): number {
  let length = 0;
  const first = blocks.findIndex((block) => {
    length += block.length;
    return length > limit;
  });
  // The first difference is always shown, because most plans have only one.
  return first < 0 ? blocks.length : Math.max(1, first);
}
