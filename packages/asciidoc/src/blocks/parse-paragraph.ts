import type { LineReader } from '../source/line-reader.ts';
import type { AsciidocLine } from '../source/source-line.ts';
import { getStyleLabel, parseAdmonitionLabel } from './admonition.ts';
import type { BlockContext } from './block-context.ts';
import type { BlockMetadata } from './block-metadata.ts';
import type { Block } from './block-types.ts';
import { createCodeBlock, removeIndent } from './code-block.ts';
import { readParagraphLines } from './paragraph-lines.ts';
import { parseNestedBlocks } from './parse-blocks.ts';
import type { ParseState } from './parse-state.ts';
import { createTitleProperty } from './title-property.ts';

const CODE_STYLES: ReadonlySet<string> = new Set(['source', 'listing', 'literal', 'stem', 'latexmath', 'asciimath']);

/** Parses the paragraph at the next line: text, a quote or an admonition, or code because of its style or indent. */
export function parseParagraph(
  reader: LineReader,
  metadata: BlockMetadata,
  state: ParseState,
  context: BlockContext,
): Block | undefined {
  const { style } = metadata;
  const isIndented = /^[ \t]/.test(reader.peek()?.text ?? '');
  const lines = readParagraphLines(reader, context);
  const [first] = lines;
  if (!first || style === 'comment') return undefined;
  if (CODE_STYLES.has(style) || (isIndented && (style === '' || style === 'literal'))) {
    return createCodeBlock(
      isIndented ? removeIndent(lines) : lines,
      first.from,
      { ...metadata, style: style || 'literal' },
      state,
    );
  }
  if (style === 'pass') return { kind: 'raw', lines, ...createTitleProperty(metadata) };
  if (style === 'quote' || style === 'verse') return createQuote(lines, metadata, state, context);
  if (first.text.startsWith('> ') || first.text === '>') return parseMarkdownQuote(lines, metadata, state, context);
  return parseSignedQuote(lines, metadata) ?? createParagraph(lines, first, metadata, state);
}

function createParagraph(
  lines: readonly AsciidocLine[],
  first: AsciidocLine,
  metadata: BlockMetadata,
  state: ParseState,
): Block {
  const labelResult = parseAdmonitionLabel(first.text);
  const label = labelResult?.label ?? getStyleLabel(metadata.style);
  const isAttributeSet = (name: string) => state.attributes.get(name, first.from) !== undefined;
  const hardBreaks =
    metadata.options.has('hardbreaks') || isAttributeSet('hardbreaks-option') || isAttributeSet('hardbreaks');
  return {
    kind: 'paragraph',
    lines: labelResult ? [{ text: first.text.slice(labelResult.length), from: first.from }, ...lines.slice(1)] : lines,
    ...(label === undefined ? {} : { label }),
    ...(hardBreaks ? { hardBreaks } : {}),
    ...createTitleProperty(metadata),
  };
}

/** Creates a quote from a paragraph. A verse preserves its line breaks. */
export function createQuote(
  lines: readonly AsciidocLine[],
  metadata: BlockMetadata,
  state: ParseState,
  context: BlockContext,
): Block {
  const { positional, named, style } = metadata;
  const firstLine = lines[0]?.from ?? 1;
  const blocks: Block[] =
    style === 'verse' ? splitStanzas(lines) : lines.length > 0 ? parseNestedBlocks(lines, state, context) : [];
  return {
    kind: 'quote',
    blocks,
    from: firstLine,
    to: lines.at(-1)?.from ?? firstLine,
    author: named.get('attribution') ?? positional[1] ?? '',
    source: named.get('citetitle') ?? positional[2] ?? '',
    ...createTitleProperty(metadata),
  };
}

/** Returns the lines of a verse as one paragraph per stanza. */
function splitStanzas(lines: readonly AsciidocLine[]): Block[] {
  const blocks: Block[] = [];
  let stanza: AsciidocLine[] = [];
  for (const line of [...lines, { text: '', from: 0 }]) {
    if (line.text !== '') stanza.push(line);
    else if (stanza.length > 0) {
      blocks.push({ kind: 'paragraph', lines: stanza, hardBreaks: true });
      stanza = [];
    }
  }
  return blocks;
}

/** Parses lines that begin with `>`, as in Markdown, with an optional final `-- Author`. */
function parseMarkdownQuote(
  lines: readonly AsciidocLine[],
  metadata: BlockMetadata,
  state: ParseState,
  context: BlockContext,
): Block {
  const quotedLines = lines.map(({ text, from }) => ({
    text: text.startsWith('>') ? text.slice(1).replace(/^ /, '') : text,
    from,
  }));
  const signature = parseSignature(quotedLines.at(-1)?.text ?? '');
  const body = signature ? quotedLines.slice(0, -1) : quotedLines;
  // Each `>` adds a level of nesting, so the depth must be limited.
  const blocks: Block[] =
    context.depth < 20 ? parseNestedBlocks(body, state, context) : [{ kind: 'paragraph', lines: body }];
  const firstLine = lines[0]?.from ?? 1;
  return {
    kind: 'quote',
    blocks,
    from: firstLine,
    to: lines.at(-1)?.from ?? firstLine,
    author: '',
    source: '',
    ...signature,
    ...createTitleProperty(metadata),
  };
}

/** Parses a paragraph in quotation marks that is followed by `-- Author`. */
function parseSignedQuote(lines: readonly AsciidocLine[], metadata: BlockMetadata): Block | undefined {
  const signature =
    lines.length > 1 && lines[0]?.text.startsWith('"') ? parseSignature(lines.at(-1)?.text ?? '') : undefined;
  if (!signature || !lines.at(-2)?.text.endsWith('"')) return undefined;
  const firstLine = lines[0]?.from ?? 1;
  const body = lines.slice(0, -1);
  return {
    kind: 'quote',
    blocks: [{ kind: 'paragraph', lines: body }],
    from: firstLine,
    to: lines.at(-1)?.from ?? firstLine,
    ...signature,
    ...createTitleProperty(metadata),
  };
}

/** Parses the attribution of a quote, `-- Author, Source`. */
function parseSignature(text: string): { author: string; source: string } | undefined {
  if (!text.startsWith('-- ')) return undefined;
  const comma = text.indexOf(',');
  return comma < 0
    ? { author: text.slice(3).trim(), source: '' }
    : { author: text.slice(3, comma).trim(), source: text.slice(comma + 1).trim() };
}
