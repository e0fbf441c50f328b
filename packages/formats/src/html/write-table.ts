import { getElementAt } from '@context-sync/base';
import { getCodeLines, writeCode } from './code-block.ts';
import { parseLanguage } from './code-language.ts';
import { writeItems } from './definition-list.ts';
import { type Element, ElementFlag, getClasses, hasFlag, isBlock, type Node } from './html-node.ts';
import { type Page, renderInline, writeBold } from './html-page.ts';
import { buildGrid } from './table-grid.ts';
import { collectTable, type HtmlRow, type TableContent } from './table-rows.ts';
import { countBlocks } from './write-list.ts';

/** Maximum length of a cell in a Markdown table, in characters. */
const MAX_CELL_LENGTH = 3_000;

/** Class names of tables in which each row contains a name and its meaning. */
const FIELD_TABLES = new Set(['exception', 'field-list', 'params', 'retval', 'tparams']);

/** Writes a table. A layout table, or a table that Markdown cannot express, becomes the contents of its cells in order. */
export function writeTable(page: Page, table: Element): void {
  const content = collectTable(table);
  for (const caption of content.captions) {
    if (caption.children.some(isBlock)) page.render(caption.children);
    else writeBold(page, caption.children);
  }
  page.render(content.strays);
  const rows = content.rows.filter(({ cells }) => cells.length > 0);
  if (page.isInCell) {
    writeNestedRows(page, rows);
    return;
  }
  if (isNumberedCode(content))
    writeCode(
      page,
      parseLanguage(table),
      rows.flatMap(({ cells }) => createNumberedLines(cells)),
    );
  else if (isFieldList(table, rows)) writeFields(page, rows);
  else if (isSignatureColumn(table, rows)) writeSignatures(page, rows);
  else if (isLayoutTable(table, rows)) {
    for (const { cells } of rows) for (const { children } of cells) page.render(children);
  } else writeSections(page, rows);
}

/** Writes the rows as separate tables, divided by rows that only contain a heading, as in Doxygen's tables. */
function writeSections(page: Page, rows: readonly HtmlRow[]): void {
  let sectionStart = 0;
  for (const [at, { cells }] of rows.entries()) {
    const [heading] = cells;
    if (!heading || !hasFlag(heading, ElementFlag.heading)) continue;
    writeRows(page, rows.slice(sectionStart, at));
    page.render(heading.children);
    sectionStart = at + 1;
  }
  writeRows(page, rows.slice(sectionStart));
}

/** Returns whether every row contains a line number and a line of code. */
function isNumberedCode({ rows }: TableContent): boolean {
  return rows.length > 1 && rows.every(({ cells, hadNumber }) => hadNumber && cells.length === 1);
}

function createNumberedLines(cells: readonly Element[]): { text: string; from: number }[] {
  return cells.flatMap((cell) => {
    const lines = getCodeLines(cell.children).filter(({ text }) => text.trim() !== '');
    return lines.length > 0 ? lines : [{ text: '', from: cell.line }];
  });
}

/** Returns whether each row contains a name and its meaning, as in the field lists of Sphinx and the parameters of Doxygen. */
function isFieldList(table: Element, rows: readonly HtmlRow[]): boolean {
  const isMarked = getClasses(table).some((name) => FIELD_TABLES.has(name));
  return isMarked && rows.length > 0 && rows.every(({ cells }) => cells.length === 2);
}

function writeFields(page: Page, rows: readonly HtmlRow[]): void {
  writeItems(
    page,
    rows.map(({ cells }) => ({ terms: cells.slice(0, 1), definitions: cells.slice(1) })),
  );
}

/** Returns whether each row of a single column is a signature and its description, as in the function tables of PostgreSQL. */
function isSignatureColumn(table: Element, rows: readonly HtmlRow[]): boolean {
  if (hasFlag(table, ElementFlag.table) || hasFlag(table, ElementFlag.heading) || rows.length < 2) return false;
  if (rows.some(({ cells }) => cells.length !== 1 || (cells[0]?.size ?? 0) > MAX_CELL_LENGTH)) return false;
  return rows.some(({ cells }) => countBlocks(cells[0]?.children ?? []) > 1);
}

function writeSignatures(page: Page, rows: readonly HtmlRow[]): void {
  const bodies = rows.filter(({ isHead, cells }) => !isHead && cells[0]?.name !== 'th');
  for (const { cells } of rows.filter((row) => !bodies.includes(row)))
    writeBold(
      page,
      cells.flatMap(({ children }) => children),
    );
  writeItems(
    page,
    bodies.map(({ cells }) => ({ terms: [], definitions: cells })),
  );
}

function isLayoutTable(table: Element, rows: readonly HtmlRow[]): boolean {
  const role = table.attributes.get('role');
  if (role === 'presentation' || role === 'none') return true;
  if (hasFlag(table, ElementFlag.table)) return !isDataTable(rows);
  if (rows.some(({ cells }) => cells.length > 1 && cells.some((cell) => hasFlag(cell, ElementFlag.heading))))
    return true;
  if (rows.some(({ cells }) => cells.some(({ size }) => size > MAX_CELL_LENGTH))) return true;
  const isColumn = rows.every(({ cells }) => cells.length === 1);
  return isColumn && (rows.length === 1 || rows.some(({ cells }) => cells.some((cell) => cell.children.some(isBlock))));
}

/** Returns whether the table has a header and several columns, so that a table in one of its cells is data. */
function isDataTable(rows: readonly HtmlRow[]): boolean {
  const [first, ...others] = rows;
  const isHeader = first !== undefined && first.cells.length > 1 && first.cells.every(({ name }) => name === 'th');
  return (
    isHeader &&
    others.length > 0 &&
    others.every(({ cells }) => cells.length === first.cells.length) &&
    rows.every(({ cells }) =>
      cells.every((cell) => cell.size <= MAX_CELL_LENGTH && !hasFlag(cell, ElementFlag.heading)),
    )
  );
}

/** Writes the rows of a table in a cell as lines, because Markdown has no tables in cells. */
function writeNestedRows(page: Page, rows: readonly HtmlRow[]): void {
  const lines = rows.map(({ cells, line }) => ({
    text: cells
      .map((cell) => renderCell(page, cell))
      .filter((text) => text !== '')
      .join(', '),
    from: line,
  }));
  page.out.block(lines.filter(({ text }) => text !== ''));
}

function writeRows(page: Page, rows: readonly HtmlRow[]): void {
  const grid = buildGrid(
    rows.map(({ cells }) => cells),
    (cell) => renderCell(page, cell),
  );
  const filledRows = rows
    .map(({ isHead, cells, line }, index) => ({
      texts: getElementAt(grid, index),
      isHead: isHead || cells.every(({ name }) => name === 'th'),
      line,
    }))
    .filter(({ texts }) => texts.some((text) => text !== ''));
  const [first] = filledRows;
  if (!first) return;
  const columns = filledRows.reduce((most, { texts }) => Math.max(most, texts.length), 1);
  const headerTexts = first.isHead ? first.texts : [];
  const paddedCells = Array.from({ length: columns }, (_, column) => headerTexts[column] ?? '');
  const body = first.isHead ? filledRows.slice(1) : filledRows;
  page.out.block([
    { text: formatRow(paddedCells), from: first.line },
    { text: formatRow(paddedCells.map(() => '---')), from: first.line },
    // Body rows may have fewer cells than the header.
    ...body.map(({ texts, line }) => ({ text: formatRow(texts), from: line })),
  ]);
}

function formatRow(texts: readonly string[]): string {
  return `| ${texts.join(' | ')} |`;
}

function renderCell(page: Page, cell: Element): string {
  const lines = cell.children.some(isBlock)
    ? renderCellBlocks(page, cell.children)
    : renderInline(page, cell.children).lines('cell');
  return lines
    .map(({ text }) => text.trimEnd())
    .filter((text) => text !== '')
    .join('<br>')
    .replaceAll('|', '\\|');
}

function renderCellBlocks(page: Page, nodes: readonly Node[]): readonly { text: string }[] {
  const wasInCell = page.isInCell;
  page.isInCell = true;
  const lines = page.out.capture(() => page.render(nodes));
  page.isInCell = wasInCell;
  return lines;
}
