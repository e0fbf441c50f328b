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

/** Parses the paragraph at the next line: text, a quote or an admonition, or code because of its style or indent. */
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

/** Creates a quote from a paragraph. A verse preserves its line breaks. */
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

/** Returns the lines of a verse as one paragraph per stanza. */
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

/** Parses lines that begin with `>`, as in Markdown, with an optional final `-- Author`. */
function markdownQuote(lines: readonly Line[], metadata: Metadata, state: ParseState, place: Place): Block {
  const inside = lines.map(({ text, from }) => ({
    text: text.startsWith('>') ? text.slice(1).replace(/^ /, '') : text,
    from,
  }));
  const signature = signatureOf(inside.at(-1)?.text ?? '');
  const body = signature ? inside.slice(0, -1) : inside;
  // Each mark of a nested quote adds a level, so the depth must be limited.
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

/** Parses a paragraph in quotation marks that is followed by `-- Author`. */
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

/** Parses `-- Author, Source`. */
function signatureOf(text: string): { author: string; source: string } | undefined {
  if (!text.startsWith('-- ')) return undefined;
  const comma = text.indexOf(',');
  return comma < 0
    ? { author: text.slice(3).trim(), source: '' }
    : { author: text.slice(3, comma).trim(), source: text.slice(comma + 1).trim() };
}
