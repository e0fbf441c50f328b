import type { Warning } from '@context-sync/formats';
import { CODE, FENCE, HTML, hasOpenFence, kindOf, LIST, openFenceLine, QUOTE, startOf, TABLE } from '../scan/blocks.ts';
import { type Page, sizeOf } from './page.ts';

const NAMES: Readonly<Record<number, string>> = {
  [FENCE]: 'code block',
  [CODE]: 'code block',
  [TABLE]: 'table',
  [LIST]: 'list',
  [QUOTE]: 'quotation',
  [HTML]: 'HTML block',
};

/**
 * What somebody should know of a page's blocks: that code is never closed, so that all behind it is code as well, and that a block is cut
 * inside, as it is longer than an item can be.
 * @param cap characters of text that an item can have
 * @param sourceLine line of the document, from 1, that a line of the page came from
 */
export function remarksOn(page: Page, cap: number, sourceLine: (line: number) => number): Warning[] {
  const { blocks, lines } = page;
  const warnings: Warning[] = [];
  if (lines.text.length <= cap && !hasOpenFence(blocks)) return warnings;
  for (let index = 0; index < blocks.kinds.length; index += 1) {
    const isCut = sizeOf(page, index, index + 1) > cap;
    if (isCut || openFenceLine(blocks, index) !== undefined) remark(page, index, isCut, sourceLine, warnings);
  }
  return warnings;
}

function remark(
  { blocks }: Page,
  index: number,
  isCut: boolean,
  sourceLine: (line: number) => number,
  warnings: Warning[],
): void {
  const kind = kindOf(blocks, index);
  const line = sourceLine(startOf(blocks, index));
  if (kind === FENCE && openFenceLine(blocks, index) !== undefined)
    warnings.push({ kind: 'fence', line, message: 'the code block that begins here is never closed' });
  if (!isCut) return;
  const name = NAMES[kind] ?? 'text';
  warnings.push({ kind: 'cut', line, message: `this ${name} is longer than an item can be, and is cut inside` });
}
