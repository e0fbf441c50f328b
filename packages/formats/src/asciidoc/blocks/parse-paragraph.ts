import type { Line } from '../source/line.ts';
import type { LineReader } from '../source/line-reader.ts';
import { admonitionLabel, admonitionLead } from './admonition.ts';
import type { Block } from './block.ts';
import { code, withoutIndent } from './code-block.ts';
import type { Metadata } from './metadata.ts';
import { paragraphLines } from './paragraph-lines.ts';
import { parseWithin } from './parse-blocks.ts';
import type { ParseState } from './parse-state.ts';
import type { Place } from './place.ts';
import { titled } from './titled.ts';

const CODE_STYLES: ReadonlySet<string> = new Set(['source', 'listing', 'literal', 'stem', 'latexmath', 'asciimath']);

/** The paragraph at the next line: text, or code by its style or its indentation, or a quote, or an admonition. */
export function parseParagraph(
  reader: LineReader,
  metadata: Metadata,
  state: ParseState,
  place: Place,
): Block | undefined {
  const { style } = metadata;
  const indented = /^[ \t]/.test(reader.peek()?.text ?? '');
  const lines = paragraphLines(reader, place);
  const [first] = lines;
  if (!first || style === 'comment') return undefined;
  if (CODE_STYLES.has(style) || (indented && (style === '' || style === 'literal'))) {
    return code(indented ? withoutIndent(lines) : lines, first.from, { ...metadata, style: style || 'literal' }, state);
  }
  if (style === 'pass') return { kind: 'raw', lines, ...titled(metadata) };
  if (style === 'quote' || style === 'verse') return quoteOf(lines, metadata, state, place);
  if (first.text.startsWith('> ') || first.text === '>') return markdownQuote(lines, metadata, state, place);
  return signedQuote(lines, metadata) ?? plainParagraph(lines, first, metadata, state);
}

function plainParagraph(lines: readonly Line[], first: Line, metadata: Metadata, state: ParseState): Block {
  const label = admonitionLabel(first.text);
  const lead = label?.lead ?? admonitionLead(metadata.style);
  const asks = (name: string) => state.attributes.get(name, first.from) !== undefined;
  const hardBreaks = metadata.options.has('hardbreaks') || asks('hardbreaks-option') || asks('hardbreaks');
  return {
    kind: 'paragraph',
    lines: label ? [{ text: first.text.slice(label.length), from: first.from }, ...lines.slice(1)] : lines,
    ...(lead === undefined ? {} : { lead }),
    ...(hardBreaks ? { hardBreaks } : {}),
    ...titled(metadata),
  };
}

/** A quote of a paragraph; a verse keeps its lines. */
export function quoteOf(lines: readonly Line[], metadata: Metadata, state: ParseState, place: Place): Block {
  const { positional, named, style } = metadata;
  const from = lines[0]?.from ?? 1;
  const blocks: Block[] = style === 'verse' ? stanzas(lines) : lines.length > 0 ? parseWithin(lines, state, place) : [];
  return {
    kind: 'quote',
    blocks,
    from,
    to: lines.at(-1)?.from ?? from,
    author: named.get('attribution') ?? positional[1] ?? '',
    source: named.get('citetitle') ?? positional[2] ?? '',
    ...titled(metadata),
  };
}

/** The lines of a verse, a paragraph for each run without a blank line. */
function stanzas(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  let stanza: Line[] = [];
  for (const line of [...lines, { text: '', from: 0 }]) {
    if (line.text !== '') stanza.push(line);
    else if (stanza.length > 0) {
      blocks.push({ kind: 'paragraph', lines: stanza, hardBreaks: true });
      stanza = [];
    }
  }
  return blocks;
}

/** Lines behind `>`, as in Markdown; `-- Author` may end them. */
function markdownQuote(lines: readonly Line[], metadata: Metadata, state: ParseState, place: Place): Block {
  const inside = lines.map(({ text, from }) => ({
    text: text.startsWith('>') ? text.slice(1).replace(/^ /, '') : text,
    from,
  }));
  const signature = signatureOf(inside.at(-1)?.text ?? '');
  const body = signature ? inside.slice(0, -1) : inside;
  // Each mark of a nested quote costs a level, which the limit of depth bounds.
  const blocks: Block[] = place.depth < 20 ? parseWithin(body, state, place) : [{ kind: 'paragraph', lines: body }];
  const from = lines[0]?.from ?? 1;
  return {
    kind: 'quote',
    blocks,
    from,
    to: lines.at(-1)?.from ?? from,
    author: '',
    source: '',
    ...signature,
    ...titled(metadata),
  };
}

/** A paragraph in quotation marks with `-- Author` below it. */
function signedQuote(lines: readonly Line[], metadata: Metadata): Block | undefined {
  const signature =
    lines.length > 1 && lines[0]?.text.startsWith('"') ? signatureOf(lines.at(-1)?.text ?? '') : undefined;
  if (!signature || !lines.at(-2)?.text.endsWith('"')) return undefined;
  const from = lines[0]?.from ?? 1;
  const body = lines.slice(0, -1);
  return {
    kind: 'quote',
    blocks: [{ kind: 'paragraph', lines: body }],
    from,
    to: lines.at(-1)?.from ?? from,
    ...signature,
    ...titled(metadata),
  };
}

/** Reads `-- Author, Source`. */
function signatureOf(text: string): { author: string; source: string } | undefined {
  if (!text.startsWith('-- ')) return undefined;
  const comma = text.indexOf(',');
  return comma < 0
    ? { author: text.slice(3).trim(), source: '' }
    : { author: text.slice(3, comma).trim(), source: text.slice(comma + 1).trim() };
}
