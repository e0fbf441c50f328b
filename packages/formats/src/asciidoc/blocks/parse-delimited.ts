import type { Line } from '../source/line.ts';
import type { LineReader } from '../source/line-reader.ts';
import { parseTable } from '../tables/parse-table.ts';
import { admonitionLead } from './admonition.ts';
import type { Block } from './block.ts';
import { code } from './code-block.ts';
import { type DelimitedKind, delimiter } from './delimiters.ts';
import { includesOf } from './includes.ts';
import type { Metadata } from './metadata.ts';
import { parseWithin } from './parse-blocks.ts';
import { quoteOf } from './parse-paragraph.ts';
import type { ParseState } from './parse-state.ts';
import { DEPTH_LIMIT, type Place } from './place.ts';
import { titled } from './titled.ts';

const MATH: ReadonlySet<string> = new Set(['stem', 'latexmath', 'asciimath']);
const NAMES: Readonly<Record<DelimitedKind, string>> = {
  comment: 'comment block',
  listing: 'listing',
  literal: 'literal block',
  fence: 'fenced code',
  pass: 'passthrough block',
  example: 'example block',
  sidebar: 'sidebar',
  quote: 'quote block',
  open: 'open block',
  table: 'table',
};

/** Parses the block between two delimiters. */
export function parseDelimited(
  reader: LineReader,
  line: Line,
  metadata: Metadata,
  state: ParseState,
  place: Place,
): Block | undefined {
  const opened = delimiter(line.text);
  if (!opened) return undefined;
  reader.next();
  const kind = kindOf(opened.kind, metadata);
  const holdsBlocks = kind === 'example' || kind === 'sidebar' || kind === 'quote' || kind === 'open';
  const { from } = line;
  const empty = (): Block | undefined => metadata.title && { kind: 'group', blocks: [], from, title: metadata.title };
  if (holdsBlocks && place.depth >= DEPTH_LIMIT) {
    state.warn(from, `${NAMES[opened.kind]} is nested too deeply`);
    return empty();
  }
  let lines = reader.until(opened.close, opened.kind === 'comment');
  if (!lines) {
    state.warn(from, `${NAMES[opened.kind]} is not closed: no second line ${line.text.slice(0, 20)}`);
    // Blocks with text continue as text; code extends to the end of the document.
    if (holdsBlocks || kind === 'comment' || kind === 'pass') return empty();
    lines = reader.rest();
  }
  return blockOf(kind, lines, line, metadata, state, place);
}

function blockOf(
  kind: DelimitedKind,
  lines: readonly Line[],
  line: Line,
  metadata: Metadata,
  state: ParseState,
  place: Place,
): Block | undefined {
  switch (kind) {
    case 'comment':
      return undefined;
    case 'table':
      return parseTable(lines, line, metadata, state, place);
    case 'pass':
      return { kind: 'raw', lines, ...titled(metadata) };
    case 'quote':
      return quoteOf(lines, metadata, state, place);
    case 'listing':
    case 'literal':
    case 'fence':
      return verbatim(kind, lines, line, metadata, state);
    default: {
      const lead = admonitionLead(metadata.style);
      const blocks = parseWithin(lines, state, place);
      return { kind: 'group', blocks, from: line.from, ...(lead === undefined ? {} : { lead }), ...titled(metadata) };
    }
  }
}

/** Returns the kind of block, which its style can change. */
function kindOf(kind: DelimitedKind, { style, positional }: Metadata): DelimitedKind {
  if (style === 'comment' && kind !== 'table') return 'comment';
  if (kind === 'pass') return MATH.has(style) ? 'listing' : 'pass';
  if (kind === 'open') {
    if (style === 'source' || style === 'listing' || MATH.has(style)) return 'listing';
    // `[,java]` is short for `[source,java]`.
    if (style === '' && positional.length > 1) return 'listing';
    if (style === 'literal' || style === 'pass' || style === 'sidebar' || style === 'example') return style;
    if (style === 'quote' || style === 'verse') return 'quote';
  }
  if (kind === 'example' && (style === 'quote' || style === 'verse')) return 'quote';
  return kind;
}

function verbatim(
  kind: DelimitedKind,
  lines: readonly Line[],
  line: Line,
  metadata: Metadata,
  state: ParseState,
): Block {
  const { from } = line;
  // The code is entirely in other files.
  if (
    lines.some(({ text }) => text !== '') &&
    lines.every(({ text, include }) => text === '' || include !== undefined)
  ) {
    return { kind: 'group', blocks: includesOf(lines), from, ...titled(metadata) };
  }
  const { style, positional } = metadata;
  if (line.text.startsWith('`')) {
    const language = line.text.replace(/^`+/, '').trim().split(/[\s,]/, 1)[0] ?? '';
    return code(lines, from, { ...metadata, style: style || 'source', positional: ['', language] }, state);
  }
  const usual = positional.length > 1 ? 'source' : kind;
  return code(lines, from, { ...metadata, style: style || usual }, state);
}
