import { codeLines, writeCode } from './code-block.ts';
import { languageOf } from './code-language.ts';
import { type Element, Holds, holds, isBlock, type Node } from './node.ts';
import { inlineOf, type Page, writeBold } from './page.ts';
import { gridOf } from './table-grid.ts';
import { type Row, type Rows, rowsOf } from './table-rows.ts';

/** Length of a cell from which on it is a text of its own, which no row of Markdown can hold. */
const CELL_LIMIT = 3_000;

/** Writes a table; one that is there for the layout, or that Markdown has no way to write, as the contents of its cells one after the other. */
export function writeTable(page: Page, table: Element): void {
  const found = rowsOf(table);
  for (const caption of found.captions) {
    if (caption.children.some(isBlock)) page.render(caption.children);
    else writeBold(page, caption.children);
  }
  page.render(found.strays);
  const rows = found.rows.filter(({ cells }) => cells.length > 0);
  if (isNumberedCode(found))
    writeCode(
      page,
      languageOf(table),
      rows.flatMap(({ cells }) => lineOf(cells)),
    );
  else if (isLayout(table, rows)) {
    for (const { cells } of rows) for (const { children } of cells) page.render(children);
  } else writeParts(page, rows);
}

/** Writes the rows between those that are but a heading over the next, as in the tables of Doxygen. */
function writeParts(page: Page, rows: readonly Row[]): void {
  let from = 0;
  for (const [at, { cells }] of rows.entries()) {
    const [heading] = cells;
    if (!heading || !holds(heading, Holds.heading)) continue;
    writeRows(page, rows.slice(from, at));
    page.render(heading.children);
    from = at + 1;
  }
  writeRows(page, rows.slice(from));
}

/** Whether every row is a line of code behind its number. */
function isNumberedCode({ rows }: Rows): boolean {
  return rows.length > 1 && rows.every(({ cells, hadNumber }) => hadNumber && cells.length === 1);
}

function lineOf(cells: readonly Element[]): { text: string; from: number }[] {
  return cells.flatMap((cell) => {
    const lines = codeLines(cell.children).filter(({ text }) => text.trim() !== '');
    return lines.length > 0 ? lines : [{ text: '', from: cell.line }];
  });
}

function isLayout(table: Element, rows: readonly Row[]): boolean {
  const role = table.attributes.get('role');
  if (role === 'presentation' || role === 'none') return true;
  if (holds(table, Holds.table)) return true;
  if (rows.some(({ cells }) => cells.length > 1 && cells.some((cell) => holds(cell, Holds.heading)))) return true;
  if (rows.some(({ cells }) => cells.some(({ size }) => size > CELL_LIMIT))) return true;
  const isColumn = rows.every(({ cells }) => cells.length === 1);
  return isColumn && (rows.length === 1 || rows.some(({ cells }) => cells.some((cell) => cell.children.some(isBlock))));
}

function writeRows(page: Page, rows: readonly Row[]): void {
  const grid = gridOf(
    rows.map(({ cells }) => cells),
    (cell) => cellText(page, cell),
  );
  const filled = rows
    .map(({ isHead, cells, line }, index) => ({
      texts: grid[index] ?? [],
      isHead: isHead || cells.every(({ name }) => name === 'th'),
      line,
    }))
    .filter(({ texts }) => texts.some((text) => text !== ''));
  const [first] = filled;
  if (!first) return;
  const columns = filled.reduce((most, { texts }) => Math.max(most, texts.length), 1);
  const head = first.isHead ? first.texts : [];
  const padded = Array.from({ length: columns }, (_, column) => head[column] ?? '');
  const body = first.isHead ? filled.slice(1) : filled;
  page.out.block([
    { text: rowOf(padded), from: first.line },
    { text: rowOf(padded.map(() => '---')), from: first.line },
    // Rows may be shorter than the head.
    ...body.map(({ texts, line }) => ({ text: rowOf(texts), from: line })),
  ]);
}

function rowOf(texts: readonly string[]): string {
  return `| ${texts.join(' | ')} |`;
}

function cellText(page: Page, cell: Element): string {
  const lines = cell.children.some(isBlock)
    ? blocksOf(page, cell.children)
    : inlineOf(page, cell.children).lines('cell');
  return lines
    .map(({ text }) => text.trimEnd())
    .filter((text) => text !== '')
    .join('<br>')
    .replaceAll('|', '\\|');
}

function blocksOf(page: Page, nodes: readonly Node[]): readonly { text: string }[] {
  const outer = page.isInCell;
  page.isInCell = true;
  const lines = page.out.capture(() => page.render(nodes));
  page.isInCell = outer;
  return lines;
}
