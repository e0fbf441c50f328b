import type { ChangeRow } from '../changes.ts';
import { isSending } from '../changes.ts';
import { tableHead, tableRow } from '../text/table.ts';
import { formatNumber } from '../wording.ts';
import { bar } from './bar.ts';

/** Fewer items than this are told well enough by their sizes. */
const FEWEST_ITEMS = 8;
/** Upper ends of the groups of sizes, in characters; the last is the platform's cap for an item. */
const SIZE_GROUPS = [500, 1_000, 2_000, 3_000, 4_000, 6_000, 8_000];

/** How long the items are that are sent: many very short ones answer badly, and ones near the cap were cut. Empty for few items. */
export function sizesTable(rows: readonly ChangeRow[]): string {
  const sizes = rows.filter(isSending).map(({ item }) => item?.content.length ?? 0);
  if (sizes.length < FEWEST_ITEMS) return '';
  const groups = SIZE_GROUPS.map((end, index): [string, number] => {
    const start = SIZE_GROUPS[index - 1] ?? 0;
    const label = start === 0 ? `up to ${formatNumber(end)}` : `${formatNumber(start + 1)} to ${formatNumber(end)}`;
    return [label, sizes.filter((size) => size > start && size <= end).length];
  });
  const last = groups.findLastIndex(([, number]) => number > 0);
  const most = Math.max(...groups.map(([, number]) => number));
  const lines = groups
    .slice(0, last + 1)
    .map(([label, number]) => tableRow([label, formatNumber(number), bar(number, most)]));
  return [tableHead(['Characters', 'Items:', '']), ...lines].join('\n');
}
