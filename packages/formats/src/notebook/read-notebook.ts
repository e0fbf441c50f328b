import type { FrontEnd } from '@context-sync/reading';
import { createMarkdownWriter, type MarkdownWriter, renderFence } from '@context-sync/reading';
import { convertMyst } from '../markdown/myst-directives.ts';
import { readPlain } from '../plain/read-plain.ts';
import { findCellLines } from './cell-lines.ts';
import { findMissingClosing } from './close-markdown.ts';
import { type NotebookCell, parseNotebook } from './parse-notebook.ts';
import { filterReadableOutputs } from './readable-outputs.ts';
import { type CellLine, getLines } from './source-lines.ts';
import { stripWrappers } from './strip-wrappers.ts';

/** Languages of cells that begin with a magic command such as `%%bash`. */
const MAGIC_LANGUAGES = new Map([
  ['bash', 'bash'],
  ['html', 'html'],
  ['javascript', 'javascript'],
  ['js', 'javascript'],
  ['latex', 'latex'],
  ['perl', 'perl'],
  ['r', 'r'],
  ['ruby', 'ruby'],
  ['sh', 'sh'],
  ['sql', 'sql'],
]);

/** Reads a Jupyter notebook: Markdown cells unchanged, code and textual outputs as fences. */
export const readNotebook: FrontEnd = (text) => {
  const writer = createMarkdownWriter();
  const notebook = parseNotebook(text);
  if (typeof notebook === 'string') return writer.reading({ skipped: notebook });
  const lineMap = findCellLines(text);
  let headLines = 0;
  for (const [index, cell] of notebook.cells.entries()) {
    const lines = getLines(cell.source, lineMap[index]);
    // Tools that publish notebooks read front matter from the first cell.
    if (index === 0 && cell.kind !== 'code' && cell.level === undefined) headLines = writeHead(writer, lines);
    writeCell(writer, cell, index === 0 ? lines.slice(headLines) : lines, notebook.language);
  }
  const { title } = notebook;
  const reading = writer.reading({ headLines, ...(title === undefined ? {} : { title }) });
  return reading.markdown.trim() === '' ? { ...reading, skipped: 'it has no text' } : reading;
};

/** Writes the lines that may be front matter unchanged. Returns their number. */
function writeHead(writer: MarkdownWriter, lines: readonly CellLine[]): number {
  const openingMark = /^(---|\+\+\+)[ \t]*$/.exec(lines[0]?.text ?? '')?.[1];
  const closeLine = lines.findIndex(({ text }, index) => index > 0 && text.trimEnd() === openingMark);
  for (const { text, from } of lines.slice(0, closeLine + 1)) writer.raw(text, from);
  return closeLine + 1;
}

function writeCell(writer: MarkdownWriter, cell: NotebookCell, lines: readonly CellLine[], language: string): void {
  const firstLine = lines[0]?.from ?? 1;
  const hasTag = (tag: string) => cell.tags.includes(`remove-${tag}`) || cell.tags.includes(`remove_${tag}`);
  if (hasTag('cell')) return;
  if (cell.kind === 'code') {
    if (!hasTag('input')) writeCode(writer, lines, cell.language ?? language);
    if (!hasTag('output')) writeOutputs(writer, cell, lines.at(-1)?.from ?? firstLine);
  } else if (cell.level !== undefined)
    writer.heading(cell.level, lines.map(({ text }) => text.trim()).join(' '), firstLine);
  else if (cell.kind === 'raw') writeRaw(writer, lines);
  else writeMarkdown(writer, lines);
}

function writeMarkdown(writer: MarkdownWriter, lines: readonly CellLine[]): void {
  if (lines.length === 0) return;
  writer.blank();
  const source = lines.map(({ text }) => replaceAttachments(text)).join('\n');
  const texts = stripWrappers(convertMyst(source).split('\n'));
  for (const [index, text] of texts.entries()) writer.raw(text, lines[index]?.from ?? 1);
  const end = findMissingClosing(texts);
  if (end !== undefined) writer.raw(end, lines.at(-1)?.from ?? 1);
}

/** Replaces images that are stored in the notebook with their alternative text. */
function replaceAttachments(line: string): string {
  if (!line.includes('(attachment:')) return line;
  return line.replaceAll(/!\[([^[\]]{0,300})\]\(attachment:[^()\s]{0,300}\)/g, '$1');
}

function writeCode(writer: MarkdownWriter, lines: readonly CellLine[], language: string): void {
  if (lines.length === 0) return;
  const magic = /^%%(\w{1,20})(?:\s|$)/.exec(lines[0]?.text ?? '')?.[1];
  writeFence(writer, MAGIC_LANGUAGES.get(magic?.toLowerCase() ?? '') ?? language, lines);
}

function writeRaw(writer: MarkdownWriter, lines: readonly CellLine[]): void {
  const reading = readPlain(lines.map(({ text }) => text).join('\n'));
  if (reading.markdown === '') return;
  writer.blank();
  for (const [index, text] of reading.markdown.split('\n').entries()) {
    writer.raw(text, lines[(reading.lines?.[index] ?? 1) - 1]?.from ?? 1);
  }
}

function writeOutputs(writer: MarkdownWriter, cell: NotebookCell, from: number): void {
  for (const { format, lines } of filterReadableOutputs(cell.outputs)) {
    writer.blank();
    writer.raw('Output:', from);
    const outputLines = lines.map((text) => ({ text, from }));
    if (format === 'text') writeFence(writer, 'text', outputLines);
    else writeMarkdown(writer, outputLines);
  }
}

function writeFence(writer: MarkdownWriter, info: string, lines: readonly CellLine[]): void {
  writer.blank();
  for (const { text, from } of renderFence(info, lines)) writer.raw(text, from);
}
