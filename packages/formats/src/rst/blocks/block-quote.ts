import type { BlockReader } from '../parse-state.ts';
import { dedentSource, findIndentedEnd, getLine } from '../rst-source.ts';

export const readQuote: BlockReader = (state, source, index, into, parse) => {
  if (!getLine(source, index).startsWith(' ')) return undefined;
  const end = findIndentedEnd(source, index);
  const nodes = parse(state, dedentSource(source, index, end));
  if (nodes.length > 0) into.push({ kind: 'quote', nodes });
  return end;
};
