import { escapeLineStart } from '../plain/escape.ts';
import { type Emphasis, LINK_BEGIN, markdownOf, marksToEscape, type Piece, voidUnreadable } from './inline-part.ts';
import type { Line } from './markdown-lines.ts';

/** What a run of text is marked by: emphasis, or the destination of a link. */
export type Mark = Emphasis['mark'] | { readonly destination: string };

/**
 * Where a paragraph stands: on lines of its own, or in a cell, where nothing begins a block; as the whole of the cell, or as a part of it, where
 * its marks might pair with those of another part.
 */
export type Place = 'lines' | 'cell' | 'part of a cell';

/** Writes running text, whose white space it collapses as browsers do: none at the start, none at the end, none doubled. */
export interface InlineWriter {
  text(text: string, from: number): void;
  /** Adds Markdown that is not escaped. */
  raw(markdown: string, from: number): void;
  space(): void;
  /** Adds a sign that follows without white space. */
  sign(sign: string, from: number): void;
  lineBreak(): void;
  begin(mark: Mark): void;
  /** Ends what was begun last. */
  end(): void;
  /** The lines, as one paragraph; an empty one stands for more than one break. */
  lines(place?: Place): readonly Line[];
  /** The text in one line, for a heading: it is not escaped as a line of its own would be. */
  oneLine(): string;
}

/** How often emphasis is looked over: what is void in a real text is so in the first round. */
const ROUNDS = 4;

interface Begun {
  readonly mark: Mark;
  /** What closes it; undefined while nothing has been written in it, or if it stands in its like. */
  end?: Piece;
  isWritten: boolean;
  isNeedless: boolean;
}

/** @param isHeading Whether to leave the links out that lead to a place of the same page. */
export function createInlineWriter(isHeading = false): InlineWriter {
  const lines: { pieces: Piece[]; from: number; isAfterGap: boolean }[] = [];
  const begun: Begun[] = [];
  /** How many of `begun` have been written, from the outermost on. */
  let written = 0;
  let links = 0;
  let hasSpace = false;
  let breaks = 0;

  function put(piece: Piece, from: number): void {
    let line = lines.at(-1);
    if (!line || breaks > 0) {
      line = { pieces: [], from, isAfterGap: breaks > 1 && written === 0 };
      lines.push(line);
    } else if (hasSpace) append(line.pieces, { kind: 'text', text: ' ', inLink: links > 0 });
    hasSpace = false;
    breaks = 0;
    for (; written < begun.length; written += 1) writeBegin(line.pieces, begun[written]);
    append(line.pieces, piece.kind === 'text' ? { ...piece, inLink: links > 0 } : piece);
  }

  function writeBegin(pieces: Piece[], one: Begun | undefined): void {
    if (!one || one.isNeedless) return;
    one.isWritten = true;
    if (typeof one.mark === 'object') {
      links += 1;
      pieces.push({ kind: 'raw', text: LINK_BEGIN });
      one.end = { kind: 'raw', text: `](${one.mark.destination})` };
      return;
    }
    const last = pieces.at(-1);
    // Two that stand side by side are one: Markdown could not tell the marks between them.
    const goesOn = last?.kind === 'end' && last.emphasis.mark === one.mark;
    if (goesOn) pieces.pop();
    const emphasis: Emphasis = goesOn ? last.emphasis : { mark: one.mark, void: false };
    if (!goesOn) pieces.push({ kind: 'begin', emphasis });
    one.end = { kind: 'end', emphasis };
  }

  function isOpen(mark: Mark): boolean {
    return begun.some((one) => (typeof mark === 'object' ? typeof one.mark === 'object' : one.mark === mark));
  }

  /** Ends everything; gives the marks that the text has to be escaped for. */
  function finish(): string {
    while (begun.length > 0) writer.end();
    // Emphasis may reach over lines, and is void on all of them if it is on one; which changes what stands beside other marks.
    for (let round = 0; round < ROUNDS; round += 1) {
      let found = false;
      for (const { pieces } of lines) found = voidUnreadable(pieces) || found;
      if (!found) break;
    }
    return marksToEscape(lines.map(({ pieces }) => pieces));
  }

  const writer: InlineWriter = {
    text(text, from) {
      const words = text.replaceAll('\u00ad', '').split(/[ \t\n\f\r]+/);
      // A text often begins with the line break behind a tag.
      const line = words[0] === '' ? from + newlines(/^[ \t\n\f\r]*/.exec(text)?.[0] ?? '') : from;
      for (const [index, word] of words.entries()) {
        if (index > 0) hasSpace = true;
        if (word !== '') put({ kind: 'text', text: word, inLink: false }, line);
      }
    },
    raw(markdown, from) {
      put({ kind: 'raw', text: markdown }, from);
    },
    space() {
      hasSpace = true;
    },
    sign(sign, from) {
      hasSpace = false;
      put({ kind: 'raw', text: sign }, from);
    },
    lineBreak() {
      if (lines.length > 0) breaks += 1;
    },
    begin(mark) {
      const leadsToItself = isHeading && typeof mark === 'object' && mark.destination.startsWith('#');
      begun.push({ mark, isWritten: false, isNeedless: leadsToItself || isOpen(mark) });
    },
    end() {
      const one = begun.pop();
      written = Math.min(written, begun.length);
      if (!one?.isWritten || !one.end) return;
      if (typeof one.mark === 'object') links -= 1;
      lines.at(-1)?.pieces.push(one.end);
    },
    lines(place = 'lines') {
      const paired = finish();
      const marks = place === 'part of a cell' ? undefined : paired;
      return lines.flatMap(({ pieces, from, isAfterGap }, index) => {
        const next = lines[index + 1];
        const text = markdownOf(pieces, marks);
        const line = {
          text:
            (pieces[0]?.kind === 'text' && place === 'lines' ? escapeLineStart(text) : text) +
            (next && !next.isAfterGap ? '  ' : ''),
          from,
        };
        return isAfterGap ? [{ text: '', from }, line] : [line];
      });
    },
    oneLine() {
      const marks = finish();
      return lines.map(({ pieces }) => markdownOf(pieces, marks)).join(' ');
    },
  };
  return writer;
}

function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (piece.kind === 'text' && last?.kind === 'text' && last.inLink === piece.inLink) last.text += piece.text;
  else pieces.push(piece.kind === 'text' ? { ...piece } : piece);
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}
