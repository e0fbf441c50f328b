import type { LineReader } from '../source/line-reader.ts';
import type { AsciidocLine } from '../source/source-line.ts';
import type { BlockContext } from './block-context.ts';
import { isRun, parseDelimiter } from './block-delimiters.ts';
import { parseMacro } from './block-macro.ts';
import type { BlockMetadata } from './block-metadata.ts';
import type { Block } from './block-types.ts';
import { parseListMarker } from './list-marker.ts';
import { parseDelimited } from './parse-delimited.ts';
import { parseList } from './parse-list.ts';
import { parseParagraph } from './parse-paragraph.ts';
import type { ParseState } from './parse-state.ts';
import { parseOneLineTitle, parseTwoLineTitle, type SectionTitle } from './section-title.ts';

/** Parses the block at the next line, which must not be blank; undefined if the block has no content for readers. */
export function parseBlock(
  reader: LineReader,
  line: AsciidocLine,
  metadata: BlockMetadata,
  state: ParseState,
  context: BlockContext,
): Block | undefined {
  const { text, from } = line;
  const { title, ids, label } = metadata;
  const isTop =
    (context.depth === 0 && !context.markers) || metadata.style === 'discrete' || metadata.style === 'float';
  const heading = line.include === undefined ? parseSectionTitle(reader, text, isTop) : undefined;
  if (heading) return parseHeading(reader, heading, line, metadata, state, context);
  if (ids.length > 0) {
    const name = label ?? title?.text ?? '';
    const plainName = name === '' ? '' : state.inline.plain(name, from);
    for (const id of ids) state.references.add(id, plainName, ids.at(-1));
  }
  if (line.include !== undefined) {
    reader.next();
    return { kind: 'include', target: line.include, from };
  }
  if (parseDelimiter(text)) return parseDelimited(reader, line, metadata, state, context);
  if (isBreak(text)) {
    reader.next();
    return isRun(text, '<') ? undefined : { kind: 'break', from };
  }
  const macro = parseMacro(line, metadata, state);
  if (macro) {
    reader.next();
    return macro === 'nothing' ? undefined : macro;
  }
  if (parseListMarker(text) && !VERBATIM_STYLES.has(metadata.style)) return parseList(reader, metadata, state, context);
  return parseParagraph(reader, metadata, state, context);
}

const VERBATIM_STYLES: ReadonlySet<string> = new Set(['source', 'listing', 'literal', 'verse', 'pass']);

/** Parses the section title at the next line. Inside other blocks, an underline is treated as a delimiter. */
function parseSectionTitle(reader: LineReader, text: string, isTop: boolean): SectionTitle | undefined {
  const oneLineTitle = parseOneLineTitle(text);
  // Skip comment blocks: text after their delimiter is not a title.
  if (oneLineTitle || !isTop || parseDelimiter(text)) return oneLineTitle;
  const nextLine = reader.peek(1);
  if (!nextLine || nextLine.include !== undefined || nextLine.text === '') return undefined;
  return parseTwoLineTitle(text, nextLine.text, reader.peek(2)?.text);
}

const TRAILING_ANCHOR = / ?\[\[([^[\]]{1,300})\]\]$/;
const INLINE_ANCHOR = /\[\[([^[\],]{1,100})[^[\]]{0,200}\]\]/g;

function parseHeading(
  reader: LineReader,
  heading: SectionTitle,
  { from }: AsciidocLine,
  metadata: BlockMetadata,
  state: ParseState,
  context: BlockContext,
): Block {
  for (let lineNumber = 0; lineNumber < heading.lines; lineNumber += 1) reader.next();
  const anchor = heading.text.endsWith(']]') ? TRAILING_ANCHOR.exec(heading.text.slice(-310)) : null;
  const text = anchor ? heading.text.slice(0, -anchor[0].length).trimEnd() : heading.text;
  const plainTitle = state.inline.plain(text, from);
  if (context.depth > 0 || context.markers) {
    for (const anchorId of metadata.ids)
      state.references.add(anchorId, metadata.label ?? plainTitle, metadata.ids.at(-1));
    return { kind: 'paragraph', rubric: true, lines: [{ text, from }] };
  }
  const id = metadata.ids.at(-1) ?? anchor?.[1]?.split(',', 1)[0]?.trim() ?? state.sectionId(plainTitle);
  const textAnchors = [...text.slice(0, 1_000).matchAll(INLINE_ANCHOR)].flatMap((match) => match[1] ?? []);
  for (const anchorId of [...metadata.ids, ...textAnchors, ...(id ? [id] : [])]) {
    state.references.add(anchorId, metadata.label ?? plainTitle, id);
  }
  const offset = Number(state.attributes.get('leveloffset') ?? 0) || 0;
  const level = Math.min(Math.max(heading.level + offset, 0), 5) + 1;
  return { kind: 'heading', level, text, from, ...(id === undefined ? {} : { id }) };
}

/** Returns whether the line is a thematic break, in AsciiDoc or Markdown syntax, or a page break. */
function isBreak(text: string): boolean {
  if (text.length >= 3 && (isRun(text, "'") || isRun(text, '<'))) return true;
  return /^ {0,3}([-*_])( *)\1\2\1$/.test(text);
}
