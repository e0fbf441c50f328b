import type { BlockReader } from '../parse-state.ts';
import type { RstListItem, RstNode } from '../rst-node.ts';
import { getLine, type RstSource, skipBlank } from '../rst-source.ts';
import { readItem } from './bullet-list.ts';
import {
  detectSequence,
  type Enumerator,
  type EnumeratorSequence,
  parseEnumerator,
  parseOrdinal,
} from './enumerator.ts';

export const readEnumeratedList: BlockReader = (state, source, index, into, parse) => {
  const firstEnumerator = parseEnumerator(getLine(source, index));
  const sequence = firstEnumerator && detectSequence(firstEnumerator.text);
  if (!firstEnumerator || !sequence) return undefined;
  const start = parseOrdinal(firstEnumerator.text, sequence) ?? 1;
  if (!isItem(source, index, firstEnumerator, sequence, start)) return undefined;
  const items: RstListItem[] = [];
  let end = index;
  let nextLine = index;
  for (
    let enumerator: Enumerator | undefined = firstEnumerator;
    enumerator;
    enumerator = parseEnumerator(getLine(source, nextLine))
  ) {
    const number = start + items.length;
    if (nextLine > index && !isContinued(source, nextLine, enumerator, firstEnumerator, sequence, number)) break;
    const item = readItem(source, nextLine, enumerator.width);
    end = item.end;
    items.push(createItem(enumerator, sequence, number, parse(state, item.body), source.first + nextLine));
    nextLine = skipBlank(source, end);
  }
  into.push({ kind: 'list', items });
  return end;
};

/** Creates an item. Markdown only has numbers, so letters and Roman numerals, to which the text may refer, become part of the item's text. */
function createItem(
  enumerator: Enumerator,
  sequence: EnumeratorSequence,
  number: number,
  nodes: RstNode[],
  line: number,
): RstListItem {
  if (sequence === 'auto' || sequence === 'arabic') return { marker: `${number}. `, nodes, line };
  const { format, text } = enumerator;
  const label = format === '()' ? `(${text})` : text + format;
  return { marker: '- ', nodes: [{ kind: 'labeled', label: [label], colon: '', nodes, line }], line };
}

function isContinued(
  source: RstSource,
  index: number,
  { format, text }: Enumerator,
  first: Enumerator,
  sequence: EnumeratorSequence,
  number: number,
): boolean {
  if (format !== first.format) return false;
  if (text !== '#' && parseOrdinal(text, sequence) !== number) return false;
  return isItem(source, index, first, sequence, number);
}

/** Returns whether the line begins an item. If the next line is text but not the next item, both lines form a paragraph, as in `A. Einstein was`. */
function isItem(
  source: RstSource,
  index: number,
  first: Enumerator,
  sequence: EnumeratorSequence,
  number: number,
): boolean {
  const nextLine = getLine(source, index + 1);
  if (nextLine === '' || nextLine.startsWith(' ')) return true;
  const nextEnumerator = parseEnumerator(nextLine);
  if (nextEnumerator?.format !== first.format) return false;
  return nextEnumerator.text === '#' || parseOrdinal(nextEnumerator.text, sequence) === number + 1;
}
