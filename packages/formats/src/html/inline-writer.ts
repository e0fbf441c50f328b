import { escapeLineStart } from '../plain/escape.ts';
import {
  dropUnreadableEmphasis,
  type Emphasis,
  type InlinePart,
  LINK_OPENING,
  markdownOf,
  marksToEscape,
} from './inline-part.ts';
import type { Line } from './markdown-lines.ts';

/** Marks a run of text as emphasis or as a link. */
export type InlineMark = Emphasis['mark'] | { readonly destination: string };

/**
 * Where a paragraph is written: on lines of its own, or in a cell, where no block can start. In a part of a cell, its marks could pair with
 * those of another part.
 */
export type InlineContext = 'lines' | 'cell' | 'part of a cell';

/** Writes inline content. Collapses white space as browsers do: none at the start or the end, and one space in between. */
export interface InlineWriter {
  text(text: string, from: number): void;
  /** Adds Markdown that is not escaped. */
  raw(markdown: string, from: number): void;
  space(): void;
  /** Adds punctuation without white space before it. */
  punctuation(text: string, from: number): void;
  lineBreak(): void;
  begin(mark: InlineMark): void;
  /** Closes the mark that was opened last. */
  end(): void;
  /** Returns the lines as one paragraph; an empty line represents several line breaks. */
  lines(context?: InlineContext): readonly Line[];
  /** Returns the text on one line, for a heading, where line starts need no escapes. */
  oneLine(): string;
}

/** Maximum number of passes over the emphasis; for real texts, one pass is enough. */
const MAX_PASSES = 4;

interface OpenMark {
  readonly mark: InlineMark;
  /** The part that closes the mark; undefined before anything is written in it, and if the mark is skipped. */
  end?: InlinePart;
  isWritten: boolean;
  isSkipped: boolean;
}

/** @param isHeading Whether to leave out links to a place on the same page. */
export function createInlineWriter(isHeading = false): InlineWriter {
  const lines: { parts: InlinePart[]; from: number; isAfterGap: boolean }[] = [];
  const openMarks: OpenMark[] = [];
  /** How many of the open marks have been written, starting with the outermost. */
  let written = 0;
  let links = 0;
  let hasSpace = false;
  let breaks = 0;

  function addPart(part: InlinePart, from: number): void {
    let line = lines.at(-1);
    if (!line || breaks > 0) {
      line = { parts: [], from, isAfterGap: breaks > 1 && written === 0 };
      lines.push(line);
    } else if (hasSpace) appendPart(line.parts, { kind: 'text', text: ' ', inLink: links > 0 });
    hasSpace = false;
    breaks = 0;
    for (; written < openMarks.length; written += 1) writeBegin(line.parts, openMarks[written]);
    appendPart(line.parts, part.kind === 'text' ? { ...part, inLink: links > 0 } : part);
  }

  function writeBegin(parts: InlinePart[], openMark: OpenMark | undefined): void {
    if (!openMark || openMark.isSkipped) return;
    openMark.isWritten = true;
    if (typeof openMark.mark === 'object') {
      links += 1;
      parts.push({ kind: 'raw', text: LINK_OPENING });
      openMark.end = { kind: 'raw', text: `](${openMark.mark.destination})` };
      return;
    }
    const last = parts.at(-1);
    // Merge adjacent emphasis of one kind: Markdown could not tell the marks between them apart.
    const isContinued = last?.kind === 'end' && last.emphasis.mark === openMark.mark;
    if (isContinued) parts.pop();
    const emphasis: Emphasis = isContinued ? last.emphasis : { mark: openMark.mark, isDropped: false };
    if (!isContinued) parts.push({ kind: 'begin', emphasis });
    openMark.end = { kind: 'end', emphasis };
  }

  function isOpen(mark: InlineMark): boolean {
    return openMarks.some((openMark) =>
      typeof mark === 'object' ? typeof openMark.mark === 'object' : openMark.mark === mark,
    );
  }

  /** Closes all marks. Returns the marks that the text must escape. */
  function finish(): string {
    while (openMarks.length > 0) writer.end();
    // Emphasis can span lines, and is dropped on all of them if it is dropped on one, which changes the neighbors of other marks.
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      let hasDropped = false;
      for (const { parts } of lines) hasDropped = dropUnreadableEmphasis(parts) || hasDropped;
      if (!hasDropped) break;
    }
    return marksToEscape(lines.map(({ parts }) => parts));
  }

  const writer: InlineWriter = {
    text(text, from) {
      const words = text.replaceAll('\u00ad', '').split(/[ \t\n\f\r]+/);
      // A text often begins with the line break after a tag.
      const line = words[0] === '' ? from + countNewlines(/^[ \t\n\f\r]*/.exec(text)?.[0] ?? '') : from;
      for (const [index, word] of words.entries()) {
        if (index > 0) hasSpace = true;
        if (word !== '') addPart({ kind: 'text', text: word, inLink: false }, line);
      }
    },
    raw(markdown, from) {
      addPart({ kind: 'raw', text: markdown }, from);
    },
    space() {
      hasSpace = true;
    },
    punctuation(text, from) {
      hasSpace = false;
      addPart({ kind: 'raw', text }, from);
    },
    lineBreak() {
      if (lines.length > 0) breaks += 1;
    },
    begin(mark) {
      const isLinkToSelf = isHeading && typeof mark === 'object' && mark.destination.startsWith('#');
      openMarks.push({ mark, isWritten: false, isSkipped: isLinkToSelf || isOpen(mark) });
    },
    end() {
      const openMark = openMarks.pop();
      written = Math.min(written, openMarks.length);
      if (!openMark?.isWritten || !openMark.end) return;
      if (typeof openMark.mark === 'object') links -= 1;
      lines.at(-1)?.parts.push(openMark.end);
    },
    lines(context = 'lines') {
      const paired = finish();
      const marks = context === 'part of a cell' ? undefined : paired;
      return lines.flatMap(({ parts, from, isAfterGap }, index) => {
        const next = lines[index + 1];
        const text = markdownOf(parts, marks);
        const line = {
          text:
            (parts[0]?.kind === 'text' && context === 'lines' ? escapeLineStart(text) : text) +
            (next && !next.isAfterGap ? '  ' : ''),
          from,
        };
        return isAfterGap ? [{ text: '', from }, line] : [line];
      });
    },
    oneLine() {
      const marks = finish();
      return lines.map(({ parts }) => markdownOf(parts, marks)).join(' ');
    },
  };
  return writer;
}

function appendPart(parts: InlinePart[], part: InlinePart): void {
  const last = parts.at(-1);
  if (part.kind === 'text' && last?.kind === 'text' && last.inLink === part.inLink) last.text += part.text;
  else parts.push(part.kind === 'text' ? { ...part } : part);
}

function countNewlines(text: string): number {
  return text.split('\n').length - 1;
}
