import { createMarkdownWriter } from '@context-sync/reading';
import type { Block, Cell, Table } from '../blocks/block-types.ts';
import { formatCodeSpan } from '../inline/escape-text.ts';
import { formatMarkdown } from '../inline/inline-formats.ts';
import { createOutput, type Output } from './block-output.ts';
import type { RenderState } from './render-state.ts';
import { includeLink } from './render-text.ts';

/** Maximum number of columns for which short rows are padded. */
const MAX_PADDED_COLUMNS = 64;

type RenderBlocks = (blocks: readonly Block[], out: Output, state: RenderState) => void;

/** Writes a table. Markdown requires a header, so a table without one gets an empty header. */
export function renderTable(
  { rows, columns, header, from }: Table,
  out: Output,
  state: RenderState,
  renderBlocks: RenderBlocks,
): void {
  if (rows.length === 0) return;
  out.endMarker(from);
  const write = (row: readonly Cell[], line: number, full: boolean) => {
    // Short rows need no padding, which would enlarge a very wide table.
    const length = full ? columns : row.length;
    const cells = Array.from({ length }, (_, index) => renderCell(row[index], state, renderBlocks));
    out.line(`|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`, line);
  };
  const [first, ...rest] = rows;
  const headerRow = header && first ? first : [];
  const headLine = header && first ? getFirstLine(first, from) : from;
  write(headerRow, headLine, true);
  out.line(`|${' --- |'.repeat(columns)}`, headLine);
  let line = headLine;
  for (const row of header ? rest : rows) {
    line = getFirstLine(row, line);
    write(row, line, columns <= MAX_PADDED_COLUMNS);
  }
}

/** Returns the source line where the row begins. */
function getFirstLine(row: readonly Cell[], fallback: number): number {
  for (const { lines } of row) {
    const line = lines.find(({ text, include }) => text.trim() !== '' || include !== undefined) ?? lines[0];
    if (line) return line.from;
  }
  return fallback;
}

function renderCell(cell: Cell | undefined, state: RenderState, renderBlocks: RenderBlocks): string {
  if (!cell) return '';
  const text = cell.blocks ? renderCellBlocks(cell, state, renderBlocks) : renderCellText(cell, state);
  // In a table, a pipe ends the cell even inside code.
  return text.replaceAll(/\\[\s\S]|\|/g, (mark) => (mark === '|' ? '\\|' : mark));
}

/** Renders the text of a cell: its paragraphs, separated by line breaks. */
function renderCellText({ lines, style }: Cell, state: RenderState): string {
  const paragraphs: string[] = [];
  let texts: string[] = [];
  let sourceLine = lines[0]?.from ?? 1;
  const end = () => {
    const text = texts.join('\n');
    if (text.trim() !== '') paragraphs.push(renderCellParagraph(text, style, sourceLine, state));
    texts = [];
  };
  for (const line of lines) {
    if (line.include !== undefined) {
      end();
      paragraphs.push(includeLink({ kind: 'include', target: line.include, from: line.from }, state));
    } else if (line.text.trim() === '') end();
    else {
      if (texts.length === 0) sourceLine = line.from;
      texts.push(line.text);
    }
  }
  end();
  return paragraphs.join('<br>');
}

function renderCellParagraph(text: string, style: string, from: number, state: RenderState): string {
  if (style === 'l')
    return text
      .split('\n')
      .map((line) => formatCodeSpan(line.trim()))
      .join('<br>');
  if (style === 'm') {
    const plainText = state.inline.plain(text, from);
    return plainText.includes('`') ? state.inline.oneLine(text, from) : formatCodeSpan(plainText);
  }
  const markdown = state.inline.oneLine(text, from);
  if (style === 's' || style === 'h') return markdown.includes('**') ? markdown : formatMarkdown('*', markdown, '', '');
  if (style === 'e') return markdown.includes('*') ? markdown : formatMarkdown('_', markdown, '', '');
  return markdown;
}

/** Renders the blocks of a cell on one line. Code becomes inline code per line, and delimiter rows of nested tables are removed. */
function renderCellBlocks({ blocks }: Cell, state: RenderState, renderBlocks: RenderBlocks): string {
  const writer = createMarkdownWriter();
  // Alerts need lines of their own.
  renderBlocks(blocks ?? [], createOutput(writer), { ...state, alerts: false });
  const lines: string[] = [];
  let fence = '';
  for (const line of writer.reading().markdown.split('\n')) {
    const text = line.trim();
    const fenceMarks = /^`{3,}/.exec(text)?.[0] ?? '';
    if (fence === '' && fenceMarks !== '') fence = fenceMarks;
    else if (fence !== '' && text === fence) fence = '';
    else if (text !== '' && !/^\|(?: (?:--- )?\|)+$/.test(text))
      lines.push(fence === '' ? line.trimEnd() : formatCodeSpan(line.trimEnd()));
  }
  return lines.join('<br>');
}
