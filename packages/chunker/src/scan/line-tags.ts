import { firstText, type Lines, lineEnd, lineStart } from '@context-sync/formats';
import { type Blocks, endOf, startOf } from './blocks.ts';

/** A tag, or the end of one. */
const TAG = /<(\/?)([A-Za-z][\w.-]{0,60})|\/>/y;
/** How much of a line is looked at for the end of what begins on it. */
const LIMIT = 2_000;

/** A tag of HTML or JSX that a line begins with. */
export interface Tag {
  /** What it is called; empty where the line begins with the `/>` that ends a tag of several lines. */
  readonly name: string;
  /** Whether it ends an element, as `</a>` does. */
  readonly closes: boolean;
  readonly line: number;
  /** Offset of its `<`. */
  readonly at: number;
  /** Offset behind its name. */
  readonly nameEnd: number;
}

/** The tags that lines of the block begin with, in order. Others do not count: a mistake only moves a cut. */
export function tagsIn(lines: Lines, blocks: Blocks, block: number): readonly Tag[] {
  const tags: Tag[] = [];
  const { text } = lines;
  const end = endOf(blocks, block);
  for (let line = startOf(blocks, block); line < end; line += 1) {
    const at = firstText(text, lineStart(lines, line), lineEnd(lines, line));
    const code = text.charCodeAt(at);
    if (code === 0x3c || code === 0x2f) addTag(tags, text, line, at);
  }
  return tags;
}

function addTag(tags: Tag[], text: string, line: number, at: number): void {
  TAG.lastIndex = at;
  const [all, slash, name = ''] = TAG.exec(text) ?? [];
  if (all !== undefined) tags.push({ name, closes: slash === '/', line, at, nameEnd: at + all.length });
}

/** The tag's line from the tag on. */
export function restOfLine(lines: Lines, { line, at }: Tag): string {
  return lines.text.slice(at, Math.min(lineEnd(lines, line), at + LIMIT)).trimEnd();
}

/** Whether the element ends on the line that it begins on, or has nothing in it. */
export function endsOnLine(line: string, name: string): boolean {
  return line.endsWith('/>') || line.includes(`</${name}`);
}
