import { escapeInline, findPairedMarks, PAIRED_MARKS } from '../plain/escape-inline.ts';

/** Emphasis of a part of the text. The start mark and the end mark share one object. */
export interface Emphasis {
  readonly mark: '*' | '**' | '~~';
  /** Whether the marks are omitted because Markdown would not parse them at this position. */
  isDropped: boolean;
}

/** Markdown that opens a link. */
export const LINK_OPENING = '[';

/** Placeholders for inline code and for other Markdown, whose content does not affect the text around it. */
const CODE_PLACEHOLDER = '\u0001';
const MARKUP_PLACEHOLDER = '.';

/** A part of a line: text, Markdown, or the start or end of emphasis. */
export type InlinePart =
  | { readonly kind: 'text'; text: string; readonly inLink: boolean }
  /** Markdown that is not escaped. */
  | { readonly kind: 'raw'; readonly text: string }
  | { readonly kind: 'begin' | 'end'; readonly emphasis: Emphasis };

/**
 * Returns the Markdown of a line.
 *
 * @param marks Marks to escape in the text.
 */
export function getMarkdown(parts: readonly InlinePart[], marks = PAIRED_MARKS): string {
  let markdown = '';
  const visibleParts = filterKeptParts(parts);
  for (const [at, part] of visibleParts.entries()) {
    if (part.kind === 'text') {
      const text = escapeInline(part.text, part.inLink ? `${marks}[` : marks);
      const nextPart = visibleParts[at + 1];
      // An exclamation mark before a link would turn the link into an image.
      const isImage = text.endsWith('!') && nextPart?.kind === 'raw' && nextPart.text === LINK_OPENING;
      markdown += isImage ? `${text.slice(0, -1)}\\!` : text;
    } else markdown += part.kind === 'raw' ? part.text : part.emphasis.mark;
  }
  return markdown;
}

/** Returns the marks to escape in the text of a paragraph: marks that would pair, and marks that delimit emphasis in it. */
export function findMarksToEscape(lines: readonly (readonly InlinePart[])[]): string {
  let text = '';
  let escapedMarks = '';
  for (const parts of lines) {
    for (const part of parts) {
      if (part.kind === 'text') text += part.text;
      else if (part.kind === 'raw') text += part.text.startsWith('`') ? CODE_PLACEHOLDER : MARKUP_PLACEHOLDER;
      else if (!part.emphasis.isDropped && !escapedMarks.includes(part.emphasis.mark.charAt(0)))
        escapedMarks += part.emphasis.mark[0];
    }
    text += '\n';
  }
  // In a text with inline code, any backtick would pair with the code's marks.
  if (text.includes(CODE_PLACEHOLDER)) escapedMarks += '`';
  return escapedMarks + findPairedMarks(text);
}

/**
 * Drops the emphasis of a line whose marks Markdown would parse as text: marks with white space inside, or with punctuation inside and a letter
 * outside. Returns whether any emphasis was dropped.
 *
 * @see https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run
 */
export function dropUnreadableEmphasis(parts: readonly InlinePart[]): boolean {
  const visibleParts = filterKeptParts(parts);
  const followingNeighbors: NeighborText[] = [];
  let rightNeighbor: NeighborText = { char: '', run: '', outside: '' };
  for (let offset = visibleParts.length - 1; offset >= 0; offset -= 1) {
    followingNeighbors[offset] = rightNeighbor;
    rightNeighbor = getNeighbor(visibleParts[offset], rightNeighbor, getFirstChar);
  }
  let hasDropped = false;
  let leftNeighbor: NeighborText = { char: '', run: '', outside: '' };
  for (const [at, part] of visibleParts.entries()) {
    if (part.kind === 'begin' || part.kind === 'end') {
      const emphasisChar = part.emphasis.mark.charAt(0);
      const [outer, inner] = [
        getNeighborChar(leftNeighbor, emphasisChar),
        getNeighborChar(followingNeighbors[at], emphasisChar),
      ];
      const isParsed = part.kind === 'begin' ? isFlanking(outer, inner) : isFlanking(inner, outer);
      if (!isParsed) part.emphasis.isDropped = hasDropped = true;
    }
    leftNeighbor = getNeighbor(part, leftNeighbor, getLastChar);
  }
  return hasDropped;
}

function filterKeptParts(parts: readonly InlinePart[]): readonly InlinePart[] {
  return parts.filter((part) => part.kind === 'text' || part.kind === 'raw' || !part.emphasis.isDropped);
}

/** The text on one side of a mark: a character, or a run of marks and the character beyond it. */
interface NeighborText {
  readonly char: string;
  /** The mark that is repeated in the run; empty if there is no run. */
  readonly run: string;
  /** The character on the other side of the run. */
  readonly outside: string;
}

function getNeighbor(
  part: InlinePart | undefined,
  neighborText: NeighborText,
  getEdge: (text: string) => string,
): NeighborText {
  if (!part) return neighborText;
  if (part.kind === 'text' || part.kind === 'raw') {
    const char = getEdge(part.text);
    return char === '' ? neighborText : { char, run: '', outside: '' };
  }
  const emphasisChar = part.emphasis.mark.charAt(0);
  // Adjacent marks of one kind form one run, even if they belong to different emphasized texts.
  return {
    char: emphasisChar,
    run: emphasisChar,
    outside: neighborText.run === emphasisChar ? neighborText.outside : neighborText.char,
  };
}

function getNeighborChar(neighbor: NeighborText | undefined, mark: string): string {
  if (!neighbor) return '';
  return neighbor.run === mark ? neighbor.outside : neighbor.char;
}

function isFlanking(outside: string, inside: string): boolean {
  if (inside === '' || /\s/.test(inside)) return false;
  return !isPunctuation(inside) || outside === '' || /\s/.test(outside) || isPunctuation(outside);
}

function isPunctuation(char: string): boolean {
  return /[\p{P}\p{S}]/u.test(char);
}

function getFirstChar(text: string): string {
  return text === '' ? '' : String.fromCodePoint(text.codePointAt(0) ?? 0);
}

function getLastChar(text: string): string {
  return [...text.slice(-2)].at(-1) ?? '';
}
