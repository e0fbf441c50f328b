import type { BlockReader } from '../parse-state.ts';
import { dedent, findIndentedEnd, lineAt } from '../source.ts';

export const readQuote: BlockReader = (state, source, at, into, parse) => {
  if (!lineAt(source, at).startsWith(' ')) return undefined;
  const end = findIndentedEnd(source, at);
  const nodes = parse(state, dedent(source, at, end));
  if (nodes.length > 0) into.push({ kind: 'quote', nodes });
  return end;
};
