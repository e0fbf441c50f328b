import { findFirstText, getLineEnd, getLineStart, type Lines } from '@context-sync/formats';
import { type Blocks, getEnd, getStart } from './scanned-blocks.ts';

/** Matches a start tag, an end tag, or the `/>` of an empty element. */
const TAG_PATTERN = /<(\/?)([A-Za-z][\w.-]{0,60})|\/>/y;
/** Maximum number of characters of a line that are searched for the end of its tag. */
const MAX_LINE_LENGTH = 2_000;

/** An HTML or JSX tag at the start of a line. */
export interface LineTag {
  /** Name of the tag; empty for a line that starts with the `/>` of a multi-line tag. */
  readonly name: string;
  /** Whether the tag is an end tag such as `</a>`. */
  readonly closes: boolean;
  readonly line: number;
  /** Offset of the tag's `<`. */
  readonly at: number;
  /** Offset after the tag's name. */
  readonly nameEnd: number;
}

/** Returns the tags at the start of the block's lines, in order. Other tags are ignored, because a missed tag only moves a boundary. */
export function findLineTags(lines: Lines, blocks: Blocks, block: number): readonly LineTag[] {
  const tags: LineTag[] = [];
  const { text } = lines;
  const end = getEnd(blocks, block);
  for (let line = getStart(blocks, block); line < end; line += 1) {
    const offset = findFirstText(text, getLineStart(lines, line), getLineEnd(lines, line));
    const code = text.charCodeAt(offset);
    if (code === 0x3c || code === 0x2f) addTag(tags, text, line, offset);
  }
  return tags;
}

function addTag(tags: LineTag[], text: string, line: number, offset: number): void {
  TAG_PATTERN.lastIndex = offset;
  const [all, slash, name = ''] = TAG_PATTERN.exec(text) ?? [];
  if (all !== undefined) tags.push({ name, closes: slash === '/', line, at: offset, nameEnd: offset + all.length });
}

/** Returns the line's text from the tag to the line end. */
export function getRestOfLine(lines: Lines, { line, at }: LineTag): string {
  return lines.text.slice(at, Math.min(getLineEnd(lines, line), at + MAX_LINE_LENGTH)).trimEnd();
}

/** Returns whether the element ends on the line where it starts, or has no content. */
export function endsOnLine(line: string, name: string): boolean {
  return line.endsWith('/>') || line.includes(`</${name}`);
}
