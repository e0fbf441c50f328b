/** Position in a line. */
export interface Cursor {
  /** Offset of the next character. */
  at: number;
  /** Column of the next character. A tab advances to the next multiple of four. */
  column: number;
  /** Column where the content of the innermost matched container begins. */
  base: number;
}

/** Moves to the next character that is not a space or tab, or to `end`. */
export function skipIndent(text: string, place: Cursor, end: number): void {
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

/** Moves past a quote's `>` and the space that belongs to it. */
export function enterQuote(text: string, place: Cursor, end: number): void {
  const column = place.column + 1;
  place.at += 1;
  place.column = column;
  skipIndent(text, place, end);
  place.base = place.column > column ? column + 1 : column;
}

/** Moves past a list marker of this length. Returns the number of columns by which the item's content is indented within its container. */
export function enterItem(text: string, place: Cursor, end: number, marker: number): number {
  const outerBase = place.base;
  const column = place.column + marker;
  place.at += marker;
  place.column = column;
  skipIndent(text, place, end);
  // CommonMark treats a gap of more than four columns as one column followed by code. A missing gap is also treated as one column.
  const columnGap = place.column - column;
  place.base = column + (place.at === end || columnGap > 4 ? 1 : columnGap);
  return place.base - outerBase;
}
