import type { BlockReader } from '../parse-state.ts';
import { dedentSource, findIndentedEnd, getLine } from '../rst-source.ts';

export const readQuote: BlockReader = (state, source, at, into, parse) => {
  if (!getLine(source, at).startsWith(' ')) return undefined;
  const end = findIndentedEnd(source, at);
  const nodes = parse(state, dedentSource(source, at, end));
  if (nodes.length > 0) into.push({ kind: 'quote', nodes });
  return end;
};
