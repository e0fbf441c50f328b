import type { Warning } from '@context-sync/reading';
import {
  CODE,
  FENCE,
  getKind,
  getStart,
  HTML,
  hasOpenFence,
  LIST,
  openFenceLine,
  QUOTE,
  TABLE,
} from '../scan/scanned-blocks.ts';
import { getSize, type ParsedPage } from './markdown-page.ts';

const NAMES: Readonly<Record<number, string>> = {
  [FENCE]: 'code block',
  [CODE]: 'code block',
  [TABLE]: 'table',
  [LIST]: 'list',
  [QUOTE]: 'quotation',
  [HTML]: 'HTML block',
};

/**
 * Returns warnings about blocks of the page: code that is never closed, so that everything after it becomes code, and blocks that are split because
 * they are longer than an item.
 * @param cap maximum number of characters of an item's text
 * @param sourceLine maps a line of the page (from 0) to a line of the document (from 1)
 */
export function findBlockWarnings(page: ParsedPage, cap: number, sourceLine: (line: number) => number): Warning[] {
  const { blocks, lines } = page;
  const warnings: Warning[] = [];
  if (lines.text.length <= cap && !hasOpenFence(blocks)) return warnings;
  for (let index = 0; index < blocks.kinds.length; index += 1) {
    const isCut = getSize(page, index, index + 1) > cap;
    if (isCut || openFenceLine(blocks, index) !== undefined) addWarnings(page, index, isCut, sourceLine, warnings);
  }
  return warnings;
}

function addWarnings(
  { blocks }: ParsedPage,
  index: number,
  isCut: boolean,
  sourceLine: (line: number) => number,
  warnings: Warning[],
): void {
  const kind = getKind(blocks, index);
  const line = sourceLine(getStart(blocks, index));
  if (kind === FENCE && openFenceLine(blocks, index) !== undefined)
    warnings.push({ kind: 'fence', line, message: 'this code block is never closed' });
  if (!isCut) return;
  const name = NAMES[kind] ?? 'text';
  warnings.push({ kind: 'split', line, message: `this ${name} is longer than an item, so it is split` });
}
