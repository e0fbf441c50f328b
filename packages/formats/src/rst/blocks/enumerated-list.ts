import type { RstListItem, RstNode } from '../node.ts';
import type { BlockReader } from '../parse-state.ts';
import { lineAt, type RstSource, skipBlank } from '../source.ts';
import { readItem } from './bullet-list.ts';
import { detectSequence, type Enumerator, ordinal, parseEnumerator, type Sequence } from './enumerator.ts';

export const readEnumeratedList: BlockReader = (state, source, at, into, parse) => {
  const first = parseEnumerator(lineAt(source, at));
  const sequence = first && detectSequence(first.text);
  if (!first || !sequence) return undefined;
  const start = ordinal(first.text, sequence) ?? 1;
  if (!isItem(source, at, first, sequence, start)) return undefined;
  const items: RstListItem[] = [];
  let end = at;
  let next = at;
  for (let enumerator: Enumerator | undefined = first; enumerator; enumerator = parseEnumerator(lineAt(source, next))) {
    const number = start + items.length;
    if (next > at && !isContinued(source, next, enumerator, first, sequence, number)) break;
    const item = readItem(source, next, enumerator.width);
    end = item.end;
    items.push(createItem(enumerator, sequence, number, parse(state, item.body), source.first + next));
    next = skipBlank(source, end);
  }
  into.push({ kind: 'list', items });
  return end;
};

/**
 * Creates an item. Markdown only has numbers, so letters and Roman numerals, to which the text may refer, become part of the item's text.
 */
function createItem(
  enumerator: Enumerator,
  sequence: Sequence,
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
  at: number,
  { format, text }: Enumerator,
  first: Enumerator,
  sequence: Sequence,
  number: number,
): boolean {
  if (format !== first.format) return false;
  if (text !== '#' && ordinal(text, sequence) !== number) return false;
  return isItem(source, at, first, sequence, number);
}

/**
 * Returns whether the line begins an item. If the next line is text but not the next item, both lines form a paragraph, as in `A. Einstein was`.
 */
function isItem(source: RstSource, at: number, first: Enumerator, sequence: Sequence, number: number): boolean {
  const below = lineAt(source, at + 1);
  if (below === '' || below.startsWith(' ')) return true;
  const next = parseEnumerator(below);
  if (next?.format !== first.format) return false;
  return next.text === '#' || ordinal(next.text, sequence) === number + 1;
}
