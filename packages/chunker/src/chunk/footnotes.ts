import type { ParsedPage } from '../page/markdown-page.ts';
import { getText } from '../page/markdown-page.ts';
import { getEnd, getStart, PARAGRAPH } from '../scan/scanned-blocks.ts';
import type { ItemGroup, ItemPart } from './item-group.ts';

const REFERENCE_PATTERN = /\[\^([^\]\s]{1,300})\](?!:)/g;
const FOOTNOTE_PATTERN = /^ {0,3}\[\^([^\]\s]{1,300})\]:/gm;
/** Maximum length of a footnote that is copied to the texts that refer to it. */
const MAX_FOOTNOTE_LENGTH = 1_000;

/** Moves footnotes to the texts that refer to them if they fit. Most footnotes are at the end of the page, below text that does not refer to them. */
export function addFootnotes(groups: readonly ItemGroup[], page: ParsedPage, cap: number): readonly ItemGroup[] {
  if (!page.lines.text.includes('[^')) return groups;
  const notes = collectFootnotes(page);
  if (notes.size === 0) return groups;
  const placedLabels = new Set<string>();
  const unplacedLabels = new Set<string>();
  const notesByPart = new Map<ItemPart, readonly string[]>();
  for (const { parts } of groups)
    for (const part of parts)
      notesByPart.set(part, selectFootnotes(part.text, notes, cap, placedLabels, unplacedLabels));
  const isElsewhere = (label: string) => placedLabels.has(label) && !unplacedLabels.has(label);
  const rewritePart = (part: ItemPart): ItemPart => {
    const addedNotes = notesByPart.get(part) ?? [];
    const body = removeFootnotes(part.text, notes, isElsewhere);
    // A footnote may contain the only reference to another footnote.
    return { ...part, text: [body === '' && addedNotes.length > 0 ? part.text : body, ...addedNotes].join('\n\n') };
  };
  return groups.map((group) => ({ ...group, parts: group.parts.map(rewritePart).filter(({ text }) => text !== '') }));
}

/**
 * Returns the footnotes that the text refers to but does not contain. Adds the labels of the footnotes to `placedIds`, or to `left` if a footnote does
 * not fit.
 */
function selectFootnotes(
  text: string,
  notes: ReadonlyMap<string, string>,
  cap: number,
  placedIds: Set<string>,
  left: Set<string>,
): string[] {
  const ownNotes: string[] = [];
  let { length } = text;
  for (const label of findReferencedLabels(text)) {
    const note = notes.get(label);
    if (note === undefined || text.includes(`[^${label}]:`)) continue;
    const fitsItem = length + note.length + 2 <= cap;
    (fitsItem ? placedIds : left).add(label);
    if (!fitsItem) continue;
    ownNotes.push(note);
    length += note.length + 2;
  }
  return ownNotes;
}

/** Removes footnotes from the end of the text if the text does not refer to them and another item contains them. */
function removeFootnotes(
  text: string,
  notes: ReadonlyMap<string, string>,
  isElsewhere: (label: string) => boolean,
): string {
  const referredLabels = findReferencedLabels(text);
  let body = text;
  for (;;) {
    const footnoteStart = findLastFootnote(body);
    const [[label, note] = [], ...more] = parseFootnotes(body.slice(footnoteStart));
    if (label === undefined || more.length > 0 || notes.get(label) !== note) return body;
    if (referredLabels.has(label) || !isElsewhere(label)) return body;
    body = body.slice(0, footnoteStart).trimEnd();
  }
}

/** Returns the offset of the line on which the last footnote starts; 0 if there is none. Footnotes may be indented. */
function findLastFootnote(text: string): number {
  for (let position = text.lastIndexOf('[^'); position > 0; position = text.lastIndexOf('[^', position - 1)) {
    const start = text.lastIndexOf('\n', position - 1) + 1;
    if (position - start <= 3 && text.slice(start, position).trim() === '') return start;
  }
  return 0;
}

/** Returns the labels of footnotes in the order of their first references. */
function findReferencedLabels(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(REFERENCE_PATTERN), ([, label = '']) => label));
}

/** Returns the footnotes of the page that may be repeated, by label. The first definition of a label takes precedence. */
function collectFootnotes(page: ParsedPage): ReadonlyMap<string, string> {
  const { blocks } = page;
  const notes = new Map<string, string>();
  for (let index = blocks.kinds.indexOf(PARAGRAPH); index >= 0; index = blocks.kinds.indexOf(PARAGRAPH, index + 1))
    for (const [label, note] of parseFootnotes(getText(page, getStart(blocks, index), getEnd(blocks, index))))
      if (note.length <= MAX_FOOTNOTE_LENGTH && !notes.has(label)) notes.set(label, note);
  return notes;
}

/** Returns the labels and texts of consecutive footnotes; an empty list if the text contains anything else. */
function parseFootnotes(text: string): (readonly [label: string, note: string])[] {
  if (!text.trimStart().startsWith('[^')) return [];
  const footnotes = [...text.matchAll(FOOTNOTE_PATTERN)];
  if (text.slice(0, footnotes[0]?.index).trim() !== '') return [];
  return footnotes.map(({ index, 1: label = '' }, place) => [
    label,
    text.slice(index, footnotes[place + 1]?.index).trim(),
  ]);
}
