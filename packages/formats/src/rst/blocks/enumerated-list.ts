import type { ListItem, Node } from '../node.ts';
import type { BlockReader } from '../parse-state.ts';
import { lineAt, type Source, skipBlank } from '../source.ts';
import { itemAt } from './bullet-list.ts';
import { type Enumerator, enumeratorOf, ordinal, type Sequence, sequenceOf } from './enumerator.ts';

export const readEnumeratedList: BlockReader = (state, source, at, into, parse) => {
  const first = enumeratorOf(lineAt(source, at));
  const sequence = first && sequenceOf(first.text);
  if (!first || !sequence) return undefined;
  const start = ordinal(first.text, sequence) ?? 1;
  if (!isItem(source, at, first, sequence, start)) return undefined;
  const items: ListItem[] = [];
  let end = at;
  let next = at;
  for (let enumerator: Enumerator | undefined = first; enumerator; enumerator = enumeratorOf(lineAt(source, next))) {
    const number = start + items.length;
    if (next > at && !continues(source, next, enumerator, first, sequence, number)) break;
    const item = itemAt(source, next, enumerator.width);
    end = item.end;
    items.push(itemOf(enumerator, sequence, number, parse(state, item.body), source.first + next));
    next = skipBlank(source, end);
  }
  into.push({ kind: 'list', items });
  return end;
};

/** Markdown has numbers alone; letters and Roman ones, which the text may refer to, stay as they are. */
function itemOf(enumerator: Enumerator, sequence: Sequence, number: number, nodes: Node[], line: number): ListItem {
  if (sequence === 'auto' || sequence === 'arabic') return { marker: `${number}. `, nodes, line };
  const { format, text } = enumerator;
  const lead = format === '()' ? `(${text})` : text + format;
  return { marker: '- ', nodes: [{ kind: 'led', lead: [lead], colon: '', nodes, line }], line };
}

function continues(
  source: Source,
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

/** A line of text right below, which is not the next item, makes both of them a paragraph, as in `A. Einstein was`. */
function isItem(source: Source, at: number, first: Enumerator, sequence: Sequence, number: number): boolean {
  const below = lineAt(source, at + 1);
  if (below === '' || below.startsWith(' ')) return true;
  const next = enumeratorOf(below);
  if (next?.format !== first.format) return false;
  return next.text === '#' || ordinal(next.text, sequence) === number + 1;
}
