/** Where a line is being read. */
export interface Place {
  /** Offset of the next text. */
  at: number;
  /** Column that it stands at; a tab goes to the next multiple of four. */
  column: number;
  /** Column that the content of the innermost container read so far begins at. */
  base: number;
}

/** Goes on to the next character that is no space or tab, or to `end`. */
export function toText(text: string, place: Place, end: number): void {
  let { at, column } = place;
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x20) column += 1;
    else if (code === 0x09) column += 4 - (column % 4);
    else break;
  }
  place.at = at;
  place.column = column;
}

/** Goes on behind a quote's `>` and the space that belongs to it. */
export function intoQuote(text: string, place: Place, end: number): void {
  const column = place.column + 1;
  place.at += 1;
  place.column = column;
  toText(text, place, end);
  place.base = place.column > column ? column + 1 : column;
}

/** Goes on behind a list marker of that length. Gives the columns that the item's content is indented by in the container around it. */
export function intoItem(text: string, place: Place, end: number, marker: number): number {
  const outer = place.base;
  const column = place.column + marker;
  place.at += marker;
  place.column = column;
  toText(text, place, end);
  // More than four columns, or nothing, count as one: the rest is code.
  const gap = place.column - column;
  place.base = column + (place.at === end || gap > 4 ? 1 : gap);
  return place.base - outer;
}
