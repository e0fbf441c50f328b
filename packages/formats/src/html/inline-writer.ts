import { escapeLineStart } from '../plain/escape-inline.ts';
import {
  dropUnreadableEmphasis,
  type Emphasis,
  findMarksToEscape,
  getMarkdown,
  type InlinePart,
  LINK_OPENING,
} from './inline-part.ts';
import type { HtmlLine } from './markdown-lines.ts';

/** A mark for a run of text: emphasis or a link. */
export type InlineMark = Emphasis['mark'] | { readonly destination: string };

/**
 * Position of a paragraph: on lines of its own, or in a table cell, where no block can start. In a part of a cell, the marks of the paragraph could pair with
 * marks of another part.
 */
export type InlineContext = 'lines' | 'cell' | 'part of a cell';

/** A writer for inline content. It collapses white space as browsers do: no space at the start and the end, and one space between words. */
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
  lines(context?: InlineContext): readonly HtmlLine[];
  /** Returns the text on one line, for a heading, where line starts need no escapes. */
  joinToLine(): string;
}

/** Maximum number of passes over the emphasis. One pass is enough for almost all pages. */
const MAX_PASSES = 4;

interface OpenMark {
  readonly mark: InlineMark;
  /** The part that closes the mark; undefined if the mark has no content yet or is skipped. */
  end?: InlinePart;
  isWritten: boolean;
  isSkipped: boolean;
}

/** Creates a writer for inline content. With `isHeading`, the writer omits links to a position on the same page. */
export function createInlineWriter(isHeading = false): InlineWriter {
  return new MarkdownInlineWriter(isHeading);
}

class MarkdownInlineWriter implements InlineWriter {
  readonly #isHeading: boolean;
  readonly #lines: { parts: InlinePart[]; from: number; isAfterGap: boolean }[] = [];
  readonly #openMarks: OpenMark[] = [];
  /** Number of open marks that have been written, starting with the outermost mark. */
  #written = 0;
  #links = 0;
  #hasSpace = false;
  #breaks = 0;

  constructor(isHeading: boolean) {
    this.#isHeading = isHeading;
  }

  text(text: string, from: number): void {
    const words = text.replaceAll('\u00ad', '').split(/[ \t\n\f\r]+/);
    // Text often begins with the line break that follows a tag.
    const line = words[0] === '' ? from + countNewlines(/^[ \t\n\f\r]*/.exec(text)?.[0] ?? '') : from;
    for (const [index, word] of words.entries()) {
      if (index > 0) this.#hasSpace = true;
      if (word !== '') this.#addPart({ kind: 'text', text: word, inLink: false }, line);
    }
  }

  raw(markdown: string, from: number): void {
    this.#addPart({ kind: 'raw', text: markdown }, from);
  }

  space(): void {
    this.#hasSpace = true;
  }

  punctuation(text: string, from: number): void {
    this.#hasSpace = false;
    this.#addPart({ kind: 'raw', text }, from);
  }

  lineBreak(): void {
    if (this.#lines.length > 0) this.#breaks += 1;
  }

  begin(mark: InlineMark): void {
    const isLinkToSelf = this.#isHeading && typeof mark === 'object' && mark.destination.startsWith('#');
    this.#openMarks.push({ mark, isWritten: false, isSkipped: isLinkToSelf || this.#isOpen(mark) });
  }

  end(): void {
    const openMark = this.#openMarks.pop();
    this.#written = Math.min(this.#written, this.#openMarks.length);
    if (!openMark?.isWritten || !openMark.end) return;
    if (typeof openMark.mark === 'object') this.#links -= 1;
    this.#lines.at(-1)?.parts.push(openMark.end);
  }

  lines(context: InlineContext = 'lines'): readonly HtmlLine[] {
    const markedParts = this.#finish();
    const escapedMarks = context === 'part of a cell' ? undefined : markedParts;
    return this.#lines.flatMap(({ parts, from, isAfterGap }, index) => {
      const nextLine = this.#lines[index + 1];
      const text = getMarkdown(parts, escapedMarks);
      const line = {
        text:
          (parts[0]?.kind === 'text' && context === 'lines' ? escapeLineStart(text) : text) +
          (nextLine && !nextLine.isAfterGap ? '  ' : ''),
        from,
      };
      return isAfterGap ? [{ text: '', from }, line] : [line];
    });
  }

  joinToLine(): string {
    const markdownParts = this.#finish();
    return this.#lines.map(({ parts }) => getMarkdown(parts, markdownParts)).join(' ');
  }

  #addPart(part: InlinePart, from: number): void {
    let line = this.#lines.at(-1);
    if (!line || this.#breaks > 0) {
      line = { parts: [], from, isAfterGap: this.#breaks > 1 && this.#written === 0 };
      this.#lines.push(line);
    } else if (this.#hasSpace) appendPart(line.parts, { kind: 'text', text: ' ', inLink: this.#links > 0 });
    this.#hasSpace = false;
    this.#breaks = 0;
    for (; this.#written < this.#openMarks.length; this.#written += 1)
      this.#writeBegin(line.parts, this.#openMarks[this.#written]);
    appendPart(line.parts, part.kind === 'text' ? { ...part, inLink: this.#links > 0 } : part);
  }

  #writeBegin(parts: InlinePart[], openMark: OpenMark | undefined): void {
    if (!openMark || openMark.isSkipped) return;
    openMark.isWritten = true;
    if (typeof openMark.mark === 'object') {
      this.#links += 1;
      parts.push({ kind: 'raw', text: LINK_OPENING });
      openMark.end = { kind: 'raw', text: `](${openMark.mark.destination})` };
      return;
    }
    const lastPart = parts.at(-1);
    // Merge adjacent emphasis of one kind: Markdown could not distinguish the marks between them.
    const isContinued = lastPart?.kind === 'end' && lastPart.emphasis.mark === openMark.mark;
    if (isContinued) parts.pop();
    const emphasis: Emphasis = isContinued ? lastPart.emphasis : { mark: openMark.mark, isDropped: false };
    if (!isContinued) parts.push({ kind: 'begin', emphasis });
    openMark.end = { kind: 'end', emphasis };
  }

  #isOpen(mark: InlineMark): boolean {
    return this.#openMarks.some((openMark) =>
      typeof mark === 'object' ? typeof openMark.mark === 'object' : openMark.mark === mark,
    );
  }

  /** Closes all marks. Returns the marks that the text must escape. */
  #finish(): string {
    while (this.#openMarks.length > 0) this.end();
    // Emphasis that is dropped on one line is dropped on all of its lines. This changes the neighbors of other marks, so another pass is needed.
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      let hasDropped = false;
      for (const { parts } of this.#lines) hasDropped = dropUnreadableEmphasis(parts) || hasDropped;
      if (!hasDropped) break;
    }
    return findMarksToEscape(this.#lines.map(({ parts }) => parts));
  }
}

function appendPart(parts: InlinePart[], part: InlinePart): void {
  const lastPart = parts.at(-1);
  if (part.kind === 'text' && lastPart?.kind === 'text' && lastPart.inLink === part.inLink) lastPart.text += part.text;
  else parts.push(part.kind === 'text' ? { ...part } : part);
}

function countNewlines(text: string): number {
  return text.split('\n').length - 1;
}
