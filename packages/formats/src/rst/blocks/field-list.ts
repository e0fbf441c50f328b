import type { BlockReader, RstParseState } from '../parse-state.ts';
import { formatProposalTitle } from '../proposal-header.ts';
import type { LabeledBlocks } from '../rst-node.ts';
import { findIndentedEnd, getLine, type RstSource, skipBlank, sliceAfterMarker } from '../rst-source.ts';

/** Fields at the start of a page that configure the Sphinx build. */
const BUILD_FIELDS = new Set(['orphan', 'tocdepth', 'nocomments', 'nosearch', 'no-search']);

/** Maximum length of a field name, in characters. */
const MAX_NAME_CHARS = 500;

/** A field marker, `:name:`. */
export interface Field {
  readonly name: string;
  /** Width of the marker in columns. */
  readonly width: number;
}

/** Parses the field marker at the start of a line. A colon before a backtick begins a role, so it does not end the name. */
export function parseField(line: string): Field | undefined {
  if (!line.startsWith(':') || line[1] === ':' || line[1] === ' ') return undefined;
  const limit = Math.min(line.length, MAX_NAME_CHARS);
  for (let i = 1; i < limit; i += 1) {
    const char = line[i];
    if (char === '\\') i += 1;
    else if (char === ':') {
      const nextChar = line[i + 1];
      if (nextChar === '`') return undefined;
      if ((nextChar === undefined || nextChar === ' ') && line[i - 1] !== ' ')
        return { name: line.slice(1, i), width: i + 1 };
    }
  }
  return undefined;
}

export const readFieldList: BlockReader = (state, source, index, into, parse) => {
  const firstField = parseField(getLine(source, index));
  if (!firstField) return undefined;
  const isTop = into.length === 0 && state.depth === 1;
  const topFields = new Map<string, string>();
  const entries: LabeledBlocks[] = [];
  let end = index;
  let start = index;
  for (let field: Field | undefined = firstField; field; field = parseField(getLine(source, start))) {
    end = Math.max(findIndentedEnd(source, start + 1), start + 1);
    const value = getLine(source, start).slice(field.width).trim();
    if (isTop) topFields.set(field.name, value);
    if (!(isTop && BUILD_FIELDS.has(field.name))) entries.push(readEntry(state, field, source, start, end, parse));
    start = skipBlank(source, end);
  }
  // The header of a proposal contains the page title; the section headings do not.
  const title = formatProposalTitle(topFields) ?? topFields.get('Title');
  if (title !== undefined && title !== '') state.title ??= title;
  if (entries.length > 0) into.push({ kind: 'entries', entries });
  return end;
};

function readEntry(
  state: RstParseState,
  { name, width }: Field,
  source: RstSource,
  start: number,
  end: number,
  parse: Parameters<BlockReader>[4],
): LabeledBlocks {
  const nodes = parse(state, sliceAfterMarker(source, start, width, end));
  return { kind: 'labeled', label: [{ rst: name, strong: true }], colon: ':', nodes, line: source.first + start };
}
