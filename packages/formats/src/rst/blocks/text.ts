import { widthOf } from '../column-width.ts';
import type { Led, Node } from '../node.ts';
import { type BlockReader, type ParseBlocks, type ParseState, warn } from '../parse-state.ts';
import { dedented, endOfIndented, lineAt, type Source, skipBlank } from '../source.ts';
import { addTitle, adornment, SURE_ADORNMENT } from './adornment.ts';

/** Whatever nothing else is: a title with an underline, a definition list, or a paragraph, and the literal block that it may announce. */
export const readText: BlockReader = (state, source, at, into, parse) => {
  const text = lineAt(source, at);
  const next = lineAt(source, at + 1);
  if (isUnderline(text, next)) {
    if (next.length < text.length) warn(state, source.first + at, 'The underline of the title is too short');
    addTitle(state, into, text, next[0] ?? '', source.first + at);
    return at + 2;
  }
  if (isTerm(text, next)) return readDefinitions(state, source, at, into, parse);
  let end = at + 1;
  while (end < source.lines.length && isContinuation(lineAt(source, end))) end += 1;
  return addParagraph(state, source, at, end, into);
};

function isUnderline(title: string, line: string): boolean {
  return adornment(line) !== undefined && (line.length >= SURE_ADORNMENT || line.length >= widthOf(title));
}

function isContinuation(line: string): boolean {
  return line !== '' && !line.startsWith(' ');
}

/** A single line right above an indented one. One that announces a literal block only lacks the blank line below it. */
function isTerm(text: string, next: string): boolean {
  return next.startsWith(' ') && !text.endsWith('::');
}

function addParagraph(state: ParseState, source: Source, start: number, end: number, into: Node[]): number {
  const line = source.first + start;
  const text = source.lines.slice(start, end).join('\n');
  if (!announcesLiteral(text)) {
    into.push({ kind: 'paragraph', text: [{ rst: text }], line });
    return end;
  }
  // `text::` shows its colon, `text ::` does not, and `::` alone is no paragraph.
  const before = text.slice(0, -2);
  const shown = before === '' || /\s$/.test(before.slice(-1)) ? before.trimEnd() : `${before}:`;
  if (shown !== '') into.push({ kind: 'paragraph', text: [{ rst: shown }], line });
  return readLiteral(state, source, end, into);
}

function announcesLiteral(text: string): boolean {
  if (!text.endsWith('::')) return false;
  let escapes = 0;
  while (text[text.length - 3 - escapes] === '\\') escapes += 1;
  return escapes % 2 === 0;
}

/** An indented block, or lines that all begin with the same punctuation mark. */
function readLiteral(state: ParseState, source: Source, from: number, into: Node[]): number {
  const start = skipBlank(source, from);
  const end = lineAt(source, start).startsWith(' ') ? endOfIndented(source, start) : endOfQuoted(source, start);
  if (end === start) {
    warn(state, source.first + Math.max(from - 1, 0), 'No literal block follows the `::`');
    return from;
  }
  const block = dedented(source, start, end);
  const isSession = lineAt(block, 0).startsWith('>>> ') && /^(?:python3?)?$/.test(state.language);
  into.push({ kind: 'code', info: isSession ? 'pycon' : state.language, code: block.lines, line: block.first });
  return end;
}

function endOfQuoted(source: Source, start: number): number {
  const mark = lineAt(source, start)[0] ?? '';
  if (adornment(mark) === undefined) return start;
  let end = start + 1;
  while (lineAt(source, end).startsWith(mark)) end += 1;
  return end;
}

/** Definitions one after another, with or without blank lines between them. */
const readDefinitions: (...parameters: Parameters<BlockReader>) => number = (state, source, at, into, parse) => {
  const entries: Led[] = [];
  let end = at;
  for (let start = at; start < source.lines.length; start = skipBlank(source, end)) {
    const term = lineAt(source, start);
    if (start > at && !(isPlain(term) && isTerm(term, lineAt(source, start + 1)))) break;
    end = endOfIndented(source, start + 1);
    entries.push(definition(state, term, source, start, end, parse));
  }
  into.push({ kind: 'entries', entries });
  return end;
};

/** Whether the line, below a definition, can be a term; other blocks may be indented too. */
function isPlain(line: string): boolean {
  return !/^(?: |$|\.\. |\.\.$|[-+*•‣⁃|] |:[^ :]|>>> |__ |(?:\(?[\da-zA-Z#]{1,9}[.)] )|--?[\w?])/.test(
    line.slice(0, 20),
  );
}

function definition(
  state: ParseState,
  term: string,
  source: Source,
  start: number,
  end: number,
  parse: ParseBlocks,
): Led {
  const nodes = parse(state, dedented(source, start + 1, end));
  return { kind: 'led', lead: termOf(term), colon: /[.:!?]$/.test(term) ? '' : ':', nodes, line: source.first + start };
}

/** `term : classifier : classifier` */
export function termOf(line: string): Led['lead'] {
  const [term = '', ...classifiers] = line.split(' : ');
  return [{ rst: term, strong: true }, ...classifiers.flatMap((each) => [' (', { rst: each.trim() }, ')'])];
}
