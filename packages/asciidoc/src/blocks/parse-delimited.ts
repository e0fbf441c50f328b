import { getElementAt } from '@context-sync/base';
import type { LineReader } from '../source/line-reader.ts';
import type { AsciidocLine } from '../source/source-line.ts';
import { getStyleLabel } from './admonition.ts';
import { type BlockContext, MAX_DEPTH } from './block-context.ts';
import { type DelimitedKind, parseDelimiter } from './block-delimiters.ts';
import type { BlockMetadata } from './block-metadata.ts';
import type { Block } from './block-types.ts';
import { createCodeBlock } from './code-block.ts';
import { createIncludeBlocks } from './include-blocks.ts';
import { parseNestedBlocks } from './parse-blocks.ts';
import { createQuote } from './parse-paragraph.ts';
import type { ParseState } from './parse-state.ts';
import { parseTable } from './parse-table.ts';
import { createTitleProperty } from './title-property.ts';

const MATH_STYLES: ReadonlySet<string> = new Set(['stem', 'latexmath', 'asciimath']);
const KIND_NAMES: Readonly<Record<DelimitedKind, string>> = {
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
  line: AsciidocLine,
  metadata: BlockMetadata,
  state: ParseState,
  context: BlockContext,
): Block | undefined {
  const delimiter = parseDelimiter(line.text);
  if (!delimiter) return undefined;
  reader.next();
  const kind = resolveKind(delimiter.kind, metadata);
  const holdsBlocks = kind === 'example' || kind === 'sidebar' || kind === 'quote' || kind === 'open';
  const { from } = line;
  const createTitleGroup = (): Block | undefined =>
    metadata.title && { kind: 'group', blocks: [], from, title: metadata.title };
  if (holdsBlocks && context.depth >= MAX_DEPTH) {
    state.warn(from, `${KIND_NAMES[delimiter.kind]} is nested too deeply`);
    return createTitleGroup();
  }
  let lines = reader.until(delimiter.close, delimiter.kind === 'comment');
  if (!lines) {
    state.warn(from, `${KIND_NAMES[delimiter.kind]} is not closed: no second line ${line.text.slice(0, 20)}`);
    // If the closing delimiter is missing, the content of a text block is parsed as text, and a code block extends to the end of the document.
    if (holdsBlocks || kind === 'comment' || kind === 'pass') return createTitleGroup();
    lines = reader.rest();
  }
  return createBlock(kind, lines, line, metadata, state, context);
}

function createBlock(
  kind: DelimitedKind,
  lines: readonly AsciidocLine[],
  line: AsciidocLine,
  metadata: BlockMetadata,
  state: ParseState,
  context: BlockContext,
): Block | undefined {
  switch (kind) {
    case 'comment':
      return undefined;
    case 'table':
      return parseTable(lines, line, metadata, state, context);
    case 'pass':
      return { kind: 'raw', lines, ...createTitleProperty(metadata) };
    case 'quote':
      return createQuote(lines, metadata, state, context);
    case 'listing':
    case 'literal':
    case 'fence':
      return createVerbatim(kind, lines, line, metadata, state);
    default: {
      const label = getStyleLabel(metadata.style);
      const blocks = parseNestedBlocks(lines, state, context);
      const isCollapsible = kind === 'example' && label === undefined && metadata.options.has('collapsible');
      return {
        kind: 'group',
        blocks,
        from: line.from,
        ...(isCollapsible ? { collapsible: metadata.options.has('open') ? 'open' : 'closed' } : {}),
        ...(label === undefined ? {} : { label }),
        ...createTitleProperty(metadata),
      };
    }
  }
}

/** Returns the kind of block. The style of a block can change its kind. */
function resolveKind(kind: DelimitedKind, { style, positional }: BlockMetadata): DelimitedKind {
  if (style === 'comment' && kind !== 'table') return 'comment';
  if (kind === 'pass') return MATH_STYLES.has(style) ? 'listing' : 'pass';
  if (kind === 'open') {
    if (style === 'source' || style === 'listing' || MATH_STYLES.has(style)) return 'listing';
    // `[,java]` is short for `[source,java]`.
    if (style === '' && positional.length > 1) return 'listing';
    if (style === 'literal' || style === 'pass' || style === 'sidebar' || style === 'example') return style;
    if (style === 'quote' || style === 'verse') return 'quote';
  }
  if (kind === 'example' && (style === 'quote' || style === 'verse')) return 'quote';
  return kind;
}

function createVerbatim(
  kind: DelimitedKind,
  lines: readonly AsciidocLine[],
  line: AsciidocLine,
  metadata: BlockMetadata,
  state: ParseState,
): Block {
  const { from } = line;
  // The block contains only include directives, so there is no code to render.
  if (
    lines.some(({ text }) => text !== '') &&
    lines.every(({ text, include }) => text === '' || include !== undefined)
  ) {
    return { kind: 'group', blocks: createIncludeBlocks(lines), from, ...createTitleProperty(metadata) };
  }
  const { style, positional } = metadata;
  if (line.text.startsWith('`')) {
    const language = getElementAt(line.text.replace(/^`+/, '').trim().split(/[\s,]/, 1), 0);
    return createCodeBlock(lines, from, { ...metadata, style: style || 'source', positional: ['', language] }, state);
  }
  const defaultStyle = positional.length > 1 ? 'source' : kind;
  return createCodeBlock(lines, from, { ...metadata, style: style || defaultStyle }, state);
}
