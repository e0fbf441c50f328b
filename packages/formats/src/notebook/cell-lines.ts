/** Line numbers of a cell in the notebook file, counted from 1. */
export interface CellLines {
  readonly line: number;
  /** Line of each string of the cell's source. */
  readonly source: readonly number[];
}

/** A JSON object or array that the scan has entered but not left. */
interface CellContainer {
  readonly isArray: boolean;
  /** Key of the container in its parent object; empty in an array. */
  readonly key: string;
}

/**
 * Finds the lines of the cells in the text of a notebook, which must be valid JSON. Takes one pass over its strings and brackets and tracks the
 * nesting, because any name can also occur in the text of a cell.
 */
export function findCellLines(json: string): readonly CellLines[] {
  const cells: { line: number; source: number[] }[] = [];
  const openContainers: CellContainer[] = [];
  let key = '';
  let line = 1;
  for (let index = 0; index < json.length; index += 1) {
    const char = json[index];
    if (char === '\n') line += 1;
    else if (char === '{' || char === '[') {
      if (char === '{' && isListOfCells(openContainers)) cells.push({ line, source: [] });
      openContainers.push({ isArray: char === '[', key });
      key = '';
    } else if (char === '}' || char === ']') {
      openContainers.pop();
      key = '';
    } else if (char === '"') {
      const end = findEndOfString(json, index);
      if (isKey(json, end)) key = json.slice(index + 1, Math.min(end, index + 40));
      else addSourceLine(cells, openContainers, key, line);
      // JSON strings contain no line breaks.
      index = end;
    }
  }
  return cells;
}

/** Returns the index of the quote that closes the string that begins at `start`. */
function findEndOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end >= 0) {
    let backslashStart = end - 1;
    while (json[backslashStart] === '\\') backslashStart -= 1;
    if ((end - backslashStart) % 2 === 1) return end;
    end = json.indexOf('"', end + 1);
  }
  return json.length;
}

function isKey(json: string, end: number): boolean {
  let index = end + 1;
  while (json[index] === ' ' || json[index] === '\n' || json[index] === '\t' || json[index] === '\r') index += 1;
  return json[index] === ':';
}

/** Returns whether the first `depth` containers are the path of a list of cells, either of the notebook or of one of its worksheets. */
function isListOfCells(open: readonly CellContainer[], depth = open.length): boolean {
  const lastContainer = open[depth - 1];
  if (!lastContainer?.isArray || lastContainer.key !== 'cells') return false;
  return depth === 2 || (depth === 4 && open[1]?.key === 'worksheets');
}

/** Records the line of a string that belongs to the source of a cell, not to its outputs or metadata. */
function addSourceLine(
  cells: readonly { source: number[] }[],
  open: readonly CellContainer[],
  key: string,
  line: number,
): void {
  const lastContainer = open.at(-1);
  const isInList = lastContainer?.isArray === true;
  const name = isInList ? lastContainer.key : key;
  if (name !== 'source' && name !== 'input') return;
  if (isListOfCells(open, open.length - (isInList ? 2 : 1))) cells.at(-1)?.source.push(line);
}
