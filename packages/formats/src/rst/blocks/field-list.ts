import type { Led } from '../node.ts';
import type { BlockReader, ParseState } from '../parse-state.ts';
import { behindMarker, endOfIndented, lineAt, type Source, skipBlank } from '../source.ts';

/** Fields at the top of a page that say how it is built, as Sphinx reads them. */
const BUILD_FIELDS = new Set(['orphan', 'tocdepth', 'nocomments', 'nosearch', 'no-search']);

/** Names are looked at up to here. */
const NAME_LIMIT = 500;

/** `:name: body` */
export interface Field {
  readonly name: string;
  /** Columns of the marker. */
  readonly width: number;
}

/** The marker of a field that the line begins with. A colon before a backtick begins a role, and ends no name. */
export function fieldOf(line: string): Field | undefined {
  if (!line.startsWith(':') || line[1] === ':' || line[1] === ' ') return undefined;
  const limit = Math.min(line.length, NAME_LIMIT);
  for (let i = 1; i < limit; i += 1) {
    const char = line[i];
    if (char === '\\') i += 1;
    else if (char === ':') {
      const next = line[i + 1];
      if (next === '`') return undefined;
      if ((next === undefined || next === ' ') && line[i - 1] !== ' ') return { name: line.slice(1, i), width: i + 1 };
    }
  }
  return undefined;
}

export const readFieldList: BlockReader = (state, source, at, into, parse) => {
  const first = fieldOf(lineAt(source, at));
  if (!first) return undefined;
  const isTop = into.length === 0 && state.depth === 1;
  const entries: Led[] = [];
  let end = at;
  let start = at;
  for (let field: Field | undefined = first; field; field = fieldOf(lineAt(source, start))) {
    end = Math.max(endOfIndented(source, start + 1), start + 1);
    if (!(isTop && BUILD_FIELDS.has(field.name))) entries.push(entryOf(state, field, source, start, end, parse));
    start = skipBlank(source, end);
  }
  if (entries.length > 0) into.push({ kind: 'entries', entries });
  return end;
};

function entryOf(
  state: ParseState,
  { name, width }: Field,
  source: Source,
  start: number,
  end: number,
  parse: Parameters<BlockReader>[4],
): Led {
  const nodes = parse(state, behindMarker(source, start, width, end));
  return { kind: 'led', lead: [{ rst: name, strong: true }], colon: ':', nodes, line: source.first + start };
}
