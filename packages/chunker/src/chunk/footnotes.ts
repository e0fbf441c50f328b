import type { Page } from '../page/page.ts';
import { textOf } from '../page/page.ts';
import { endOf, PARAGRAPH, startOf } from '../scan/blocks.ts';
import type { Group, Piece } from './group.ts';

const REFERENCE = /\[\^([^\]\s]{1,300})\](?!:)/g;
const NOTE = /^ {0,3}\[\^([^\]\s]{1,300})\]:/gm;
/** Longest note that is repeated. */
const LIMIT = 1_000;

/**
 * The groups, with the footnotes that their texts refer to behind them, as long as they fit. Most stand at the end of the page, behind a text that they
 * are not about: from there those go that stand where they are referred to.
 */
export function withNotes(groups: readonly Group[], page: Page, cap: number): readonly Group[] {
  if (!page.lines.text.includes('[^')) return groups;
  const notes = notesOf(page);
  if (notes.size === 0) return groups;
  const placed = new Set<string>();
  const left = new Set<string>();
  const added = new Map<Piece, readonly string[]>();
  for (const { pieces } of groups)
    for (const piece of pieces) added.set(piece, place(piece.text, notes, cap, placed, left));
  const isElsewhere = (label: string) => placed.has(label) && !left.has(label);
  const rewritten = (piece: Piece): Piece => {
    const own = added.get(piece) ?? [];
    const body = withoutNotes(piece.text, notes, isElsewhere);
    // A note may refer to one that stands nowhere else.
    return { ...piece, text: [body === '' && own.length > 0 ? piece.text : body, ...own].join('\n\n') };
  };
  return groups.map((group) => ({ ...group, pieces: group.pieces.map(rewritten).filter(({ text }) => text !== '') }));
}

/** The notes that the text refers to and does not hold. Their labels are added to those that are `placed`, or `left` where there is no room. */
function place(
  text: string,
  notes: ReadonlyMap<string, string>,
  cap: number,
  placed: Set<string>,
  left: Set<string>,
): string[] {
  const own: string[] = [];
  let { length } = text;
  for (const label of referredTo(text)) {
    const note = notes.get(label);
    if (note === undefined || text.includes(`[^${label}]:`)) continue;
    const fits = length + note.length + 2 <= cap;
    (fits ? placed : left).add(label);
    if (!fits) continue;
    own.push(note);
    length += note.length + 2;
  }
  return own;
}

/** The text without the notes at its end that it does not refer to, and that stand elsewhere. */
function withoutNotes(
  text: string,
  notes: ReadonlyMap<string, string>,
  isElsewhere: (label: string) => boolean,
): string {
  const referred = referredTo(text);
  let body = text;
  for (;;) {
    const from = body.lastIndexOf('\n[^') + 1;
    const [[label, note] = [], ...more] = notesIn(body.slice(from));
    if (label === undefined || more.length > 0 || notes.get(label) !== note) return body;
    if (referred.has(label) || !isElsewhere(label)) return body;
    body = body.slice(0, from).trimEnd();
  }
}

/** Labels of notes in the order of their first references. */
function referredTo(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(REFERENCE), ([, label = '']) => label));
}

/** The notes of a page that may be repeated, by label. The first of a label counts. */
function notesOf(page: Page): ReadonlyMap<string, string> {
  const { blocks } = page;
  const notes = new Map<string, string>();
  for (let index = blocks.kinds.indexOf(PARAGRAPH); index >= 0; index = blocks.kinds.indexOf(PARAGRAPH, index + 1))
    for (const [label, note] of notesIn(textOf(page, startOf(blocks, index), endOf(blocks, index))))
      if (note.length <= LIMIT && !notes.has(label)) notes.set(label, note);
  return notes;
}

/** Labels and texts of the notes that follow one another; none where the text begins with anything else. */
function notesIn(text: string): (readonly [label: string, note: string])[] {
  if (!text.trimStart().startsWith('[^')) return [];
  const found = [...text.matchAll(NOTE)];
  if (text.slice(0, found[0]?.index).trim() !== '') return [];
  return found.map(({ index, 1: label = '' }, place) => [label, text.slice(index, found[place + 1]?.index).trim()]);
}
