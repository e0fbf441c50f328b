import { escapeInline, PAIRED_MARKS, pairedMarks } from '../plain/escape.ts';

/** Emphasis of some text; one object for its begin and its end. */
export interface Emphasis {
  readonly mark: '*' | '**' | '~~';
  /** Whether Markdown would not read the marks here, so that they are left out. */
  void: boolean;
}

/** Begins a link. */
export const LINK_BEGIN = '[';

/** Stand for inline code, and for other Markdown, where only the text around them counts. */
const CODE = '\u0001';
const OTHER = '.';

/** A part of a line. */
export type Piece =
  | { readonly kind: 'text'; text: string; readonly inLink: boolean }
  /** Markdown as it is. */
  | { readonly kind: 'raw'; readonly text: string }
  | { readonly kind: 'begin' | 'end'; readonly emphasis: Emphasis };

/**
 * The Markdown of a line.
 *
 * @param marks Marks that are to be escaped in the text.
 */
export function markdownOf(pieces: readonly Piece[], marks = PAIRED_MARKS): string {
  let markdown = '';
  const shown = withoutVoid(pieces);
  for (const [at, piece] of shown.entries()) {
    if (piece.kind === 'text') {
      const text = escapeInline(piece.text, piece.inLink ? `${marks}[` : marks);
      const next = shown[at + 1];
      // What stands before a link must not make an image of it.
      const isImage = text.endsWith('!') && next?.kind === 'raw' && next.text === LINK_BEGIN;
      markdown += isImage ? `${text.slice(0, -1)}\\!` : text;
    } else markdown += piece.kind === 'raw' ? piece.text : piece.emphasis.mark;
  }
  return markdown;
}

/** Marks that have to be escaped in the text of a paragraph: those that pair in it, and those that emphasis in it is written with. */
export function marksToEscape(lines: readonly (readonly Piece[])[]): string {
  let text = '';
  let marks = '';
  for (const pieces of lines) {
    for (const piece of pieces) {
      if (piece.kind === 'text') text += piece.text;
      else if (piece.kind === 'raw') text += piece.text.startsWith('`') ? CODE : OTHER;
      else if (!piece.emphasis.void && !marks.includes(piece.emphasis.mark[0] ?? '')) marks += piece.emphasis.mark[0];
    }
    text += '\n';
  }
  // With inline code in it, any backtick would pair with one of its marks.
  if (text.includes(CODE)) marks += '`';
  return marks + pairedMarks(text);
}

/**
 * Voids the emphasis of a line whose marks Markdown would take for text: those with white space on the inside, or with a sign there and a letter
 * on the outside. Says whether there was any.
 *
 * @see https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run
 */
export function voidUnreadable(pieces: readonly Piece[]): boolean {
  const present = withoutVoid(pieces);
  const behind: Neighbour[] = [];
  let next: Neighbour = { char: '', run: '', outside: '' };
  for (let at = present.length - 1; at >= 0; at -= 1) {
    behind[at] = next;
    next = beside(present[at], next, firstOf);
  }
  let found = false;
  let before: Neighbour = { char: '', run: '', outside: '' };
  for (const [at, piece] of present.entries()) {
    if (piece.kind === 'begin' || piece.kind === 'end') {
      const mark = piece.emphasis.mark[0] ?? '';
      const [outer, inner] = [charBeside(before, mark), charBeside(behind[at], mark)];
      const isFine = piece.kind === 'begin' ? isReadable(outer, inner) : isReadable(inner, outer);
      if (!isFine) piece.emphasis.void = found = true;
    }
    before = beside(piece, before, lastOf);
  }
  return found;
}

function withoutVoid(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.filter((piece) => piece.kind === 'text' || piece.kind === 'raw' || !piece.emphasis.void);
}

/** What stands on one side of a place: a character, or a run of marks with a character outside of it. */
interface Neighbour {
  readonly char: string;
  /** The mark that the run is made of; empty if there is none. */
  readonly run: string;
  /** What stands on the other side of the run. */
  readonly outside: string;
}

function beside(piece: Piece | undefined, known: Neighbour, edgeOf: (text: string) => string): Neighbour {
  if (!piece) return known;
  if (piece.kind === 'text' || piece.kind === 'raw') {
    const char = edgeOf(piece.text);
    return char === '' ? known : { char, run: '', outside: '' };
  }
  const mark = piece.emphasis.mark[0] ?? '';
  // Marks of a kind are one run, whatever they stand for.
  return { char: mark, run: mark, outside: known.run === mark ? known.outside : known.char };
}

function charBeside(neighbour: Neighbour | undefined, mark: string): string {
  if (!neighbour) return '';
  return neighbour.run === mark ? neighbour.outside : neighbour.char;
}

function isReadable(outside: string, inside: string): boolean {
  if (inside === '' || /\s/.test(inside)) return false;
  return !isSign(inside) || outside === '' || /\s/.test(outside) || isSign(outside);
}

function isSign(char: string): boolean {
  return /[\p{P}\p{S}]/u.test(char);
}

function firstOf(text: string): string {
  return text === '' ? '' : String.fromCodePoint(text.codePointAt(0) ?? 0);
}

function lastOf(text: string): string {
  return [...text.slice(-2)].at(-1) ?? '';
}
