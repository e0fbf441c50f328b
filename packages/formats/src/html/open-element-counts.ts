import type { Element } from './html-node.ts';
import { BLOCK_TAGS, HEADING_TAGS, SCOPE_TAGS } from './html-tags.ts';

const CELL_TAGS = ['td', 'th'];
const ROW_TAGS = ['tr', 'caption', 'colgroup'];
const ROW_GROUP_TAGS = ['tbody', 'thead', 'tfoot', 'caption', 'colgroup'];

/**
 * Returns how many open elements a start tag closes, innermost first. HTML permits authors to omit the end tags of paragraphs, list items, table
 * cells and other elements.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
 */
export function countClosedByStart(name: string, open: readonly Element[]): number {
  switch (name) {
    case 'td':
    case 'th':
      return countClosed(open, [...CELL_TAGS, 'caption', 'colgroup'], isTable);
    case 'tr':
      return countClosed(open, [...CELL_TAGS, ...ROW_TAGS], isTable, true);
    case 'tbody':
    case 'thead':
    case 'tfoot':
    case 'caption':
    case 'colgroup':
      return countClosed(open, [...CELL_TAGS, ...ROW_TAGS, ...ROW_GROUP_TAGS], isTable, true);
    case 'li':
      return countClosed(open, ['li'], isListBarrier) || countClosed(open, ['p'], isScope);
    case 'dt':
    case 'dd':
      return countClosed(open, ['dt', 'dd'], isListBarrier) || countClosed(open, ['p'], isScope);
    case 'option':
    case 'optgroup':
      return countClosed(open, ['option'], isScope);
    case 'a':
      return countClosed(open, ['a'], (element) => BLOCK_TAGS.has(element.name) && element.name !== 'p');
    default:
      break;
  }
  if (!BLOCK_TAGS.has(name)) return 0;
  if (HEADING_TAGS.has(name) && HEADING_TAGS.has(open.at(-1)?.name ?? '')) return 1;
  return countClosed(open, ['p'], isScope);
}

/** Returns how many open elements an end tag closes, innermost first; 0 if no start tag matches. */
export function countClosedByEnd(name: string, open: readonly Element[]): number {
  if (HEADING_TAGS.has(name)) return countClosed(open, [...HEADING_TAGS], isScope);
  if (name === 'table') return countClosed(open, [name], () => false);
  if (SCOPE_TAGS.has(name) || name === 'tr' || ROW_GROUP_TAGS.includes(name)) return countClosed(open, [name], isTable);
  if (name === 'li')
    return countClosed(open, [name], (element) => isScope(element) || element.name === 'ul' || element.name === 'ol');
  if (BLOCK_TAGS.has(name))
    return countClosed(open, [name], (element) => element.name !== 'button' && isScope(element));
  return countClosed(open, [name], (element) => BLOCK_TAGS.has(element.name));
}

/** Counts the open elements to close. With `all`, counts up to the outermost match before the barrier, otherwise up to the innermost. */
function countClosed(
  open: readonly Element[],
  names: readonly string[],
  isBarrier: (element: Element) => boolean,
  isOutermost = false,
): number {
  let closedCount = 0;
  for (let index = open.length - 1; index >= 0; index -= 1) {
    const element = open[index];
    if (!element) break;
    if (names.includes(element.name)) {
      closedCount = open.length - index;
      if (!isOutermost) break;
    } else if (isBarrier(element)) break;
  }
  return closedCount;
}

function isTable(element: Element): boolean {
  return element.name === 'table';
}

function isScope(element: Element): boolean {
  return SCOPE_TAGS.has(element.name);
}

/** Returns whether the search for an open list item stops at this element. The search stops at any other block, because the block may contain its own list. */
function isListBarrier({ name }: Element): boolean {
  return (BLOCK_TAGS.has(name) || SCOPE_TAGS.has(name)) && name !== 'address' && name !== 'div' && name !== 'p';
}
