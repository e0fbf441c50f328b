import type { Element } from './node.ts';
import { BLOCKS, HEADINGS, SCOPES } from './tags.ts';

const CELLS = ['td', 'th'];
const ROWS = ['tr', 'caption', 'colgroup'];
const GROUPS = ['tbody', 'thead', 'tfoot', 'caption', 'colgroup'];

/**
 * How many of the open elements a start tag ends, innermost first: HTML leaves the end tags of paragraphs, list items, cells and others out.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
 */
export function endedByStart(name: string, open: readonly Element[]): number {
  switch (name) {
    case 'td':
    case 'th':
      return upTo(open, [...CELLS, 'caption', 'colgroup'], isTable);
    case 'tr':
      return upTo(open, [...CELLS, ...ROWS], isTable, true);
    case 'tbody':
    case 'thead':
    case 'tfoot':
    case 'caption':
    case 'colgroup':
      return upTo(open, [...CELLS, ...ROWS, ...GROUPS], isTable, true);
    case 'li':
      return upTo(open, ['li'], isListBarrier) || upTo(open, ['p'], isScope);
    case 'dt':
    case 'dd':
      return upTo(open, ['dt', 'dd'], isListBarrier) || upTo(open, ['p'], isScope);
    case 'option':
    case 'optgroup':
      return upTo(open, ['option'], isScope);
    case 'a':
      return upTo(open, ['a'], (element) => BLOCKS.has(element.name) && element.name !== 'p');
    default:
      break;
  }
  if (!BLOCKS.has(name)) return 0;
  if (HEADINGS.has(name) && HEADINGS.has(open.at(-1)?.name ?? '')) return 1;
  return upTo(open, ['p'], isScope);
}

/** How many of the open elements an end tag ends, innermost first; none if it has no start. */
export function endedByEnd(name: string, open: readonly Element[]): number {
  if (HEADINGS.has(name)) return upTo(open, [...HEADINGS], isScope);
  if (name === 'table') return upTo(open, [name], () => false);
  if (SCOPES.has(name) || name === 'tr' || GROUPS.includes(name)) return upTo(open, [name], isTable);
  if (name === 'li')
    return upTo(open, [name], (element) => isScope(element) || element.name === 'ul' || element.name === 'ol');
  if (BLOCKS.has(name)) return upTo(open, [name], (element) => element.name !== 'button' && isScope(element));
  return upTo(open, [name], (element) => BLOCKS.has(element.name));
}

/**
 * @param all Whether to reach to the outermost element of these names before the barrier, not only to the innermost.
 */
function upTo(
  open: readonly Element[],
  names: readonly string[],
  isBarrier: (element: Element) => boolean,
  all = false,
): number {
  let ended = 0;
  for (let at = open.length - 1; at >= 0; at -= 1) {
    const element = open[at];
    if (!element) break;
    if (names.includes(element.name)) {
      ended = open.length - at;
      if (!all) break;
    } else if (isBarrier(element)) break;
  }
  return ended;
}

function isTable(element: Element): boolean {
  return element.name === 'table';
}

function isScope(element: Element): boolean {
  return SCOPES.has(element.name);
}

/** What an open list item is not looked for beyond: any other block, as that may have a list of its own. */
function isListBarrier({ name }: Element): boolean {
  return (BLOCKS.has(name) || SCOPES.has(name)) && name !== 'address' && name !== 'div' && name !== 'p';
}
