import { getLast } from '@context-sync/base';
import { getSlug } from '@context-sync/formats';
import { consistsOfClosingTags } from '../chunk/bare-tag.ts';
import { type ItemGroup, MAX_BREADCRUMB_LENGTH } from '../chunk/item-group.ts';
import { trimBlankLines } from '../page/markdown-page.ts';
import { createTitler, formatBreadcrumb } from './item-titles.ts';
import { createPartName } from './part-name.ts';

export interface Item {
  /**
   * Unique key: document path, `#`, and the anchors of the sections. Keys of further parts of a section end in `~` and the part's name. Duplicates
   * end in `~2` and so on.
   */
  readonly key: string;
  /** Title of at most 120 UTF-16 code units, unique in the document. */
  readonly title: string;
  /** Breadcrumb, text and source URL, at most 8000 UTF-16 code units. */
  readonly content: string;
  /** First and last line in the document, counted from 1. */
  readonly lines: readonly [number, number];
}

/** Matches a thematic break at the start of a text, or at its end. Under a line of text, `---` would be the underline of a heading. */
const SURROUNDING_BREAK =
  /^(?:\*{3,}|-{3,}|_{3,})[ \t]*(?:\n[ \t]*\n|$)|\n[ \t]*\n(?:\*{3,}|-{3,}|_{3,})[ \t]*$|\n\*{3,}[ \t]*$/;

interface ItemContext {
  readonly path: string;
  /** Maps a line of the page (from 0) to a line of the source (from 1). */
  readonly sourceLine: (line: number) => number;
  /** Returns the source URL for the section with this slug. */
  readonly getSource: (slug: string) => string | undefined;
}

/** Sets the key, title, breadcrumb and source URL of every part. */
export function makeItems(groups: readonly ItemGroup[], { path, sourceLine, getSource }: ItemContext): Item[] {
  const createTitle = createTitler();
  const keys = new Map<string, number>();
  const items: Item[] = [];
  for (const group of groups) {
    const { anchor, slug } = group.opening ?? group.members[0] ?? getLast(group.path);
    const baseBreadcrumb = formatBreadcrumb(group, MAX_BREADCRUMB_LENGTH);
    const source = getSource(slug);
    const ending = source === undefined ? '' : `\n\nSource: ${source}`;
    for (const part of group.parts) {
      const text = joinBlankLines(trimBreaks(part.text));
      // Markdown treats a no-break space or a closing tag as text, but such text has no content for readers.
      if (text === '' || consistsOfClosingTags(text.trimStart())) continue;
      const name = keys.has(anchor) ? createPartName(text) : undefined;
      items.push({
        key: `${path}#${createUniqueKey(name === undefined ? anchor : `${anchor}~${getSlug(name)}`, keys)}`,
        title: createTitle(group, name, baseBreadcrumb),
        content: `${baseBreadcrumb}\n\n${text}${ending}`,
        lines: [sourceLine(part.start), sourceLine(part.end - 1)],
      });
    }
  }
  return items;
}

/** Removes blank lines and thematic breaks at the start and the end of a text, where they have no effect. */
function trimBreaks(text: string): string {
  let trimmedText = trimBlankLines(text);
  // For speed, the pattern is used only if the text starts or ends like a break. The pattern searches the whole text.
  if (!/[*_-]/.test(trimmedText.charAt(0) + trimmedText.trimEnd().slice(-1))) return trimmedText;
  while (SURROUNDING_BREAK.test(trimmedText)) trimmedText = trimBlankLines(trimmedText.replace(SURROUNDING_BREAK, ''));
  return trimmedText;
}

/** Matches several blank lines or one with spaces, which remain where tags and options were removed. */
const BLANK_LINES = /\n[ \t]+\n|\n\n\n/;
/** Matches the start or the end of a code block, also in a list or a quote. */
const FENCE_LINE = /^[\s>*+\d.)-]{0,200}(`{3,}|~{3,})/;

/** Leaves one empty line where there are blank lines, except in code. */
function joinBlankLines(text: string): string {
  if (!BLANK_LINES.test(text)) return text;
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = FENCE_LINE.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trimEnd().endsWith(mark)) fence = undefined;
    if (fence !== undefined || line.trim() !== '') lines.push(line);
    else if (lines.at(-1) !== '') lines.push('');
  }
  return lines.join('\n');
}

/** Returns the key, with `~` and a number if another item already has the key. */
function createUniqueKey(key: string, visibleText: Map<string, number>): string {
  let count = visibleText.get(key) ?? 0;
  let candidate = key;
  while (visibleText.has(candidate)) {
    count += 1;
    candidate = `${key}~${count + 1}`;
  }
  visibleText.set(key, count);
  if (candidate !== key) visibleText.set(candidate, 0);
  return candidate;
}
