import { measureDisplayWidth } from '../column-width.ts';
import { type BlockReader, type ParseBlocks, type RstParseState, warn } from '../parse-state.ts';
import type { LabeledBlocks, RstNode } from '../rst-node.ts';
import { dedentSource, findIndentedEnd, getLine, type RstSource, skipBlank } from '../rst-source.ts';
import { addTitle, findAdornment, MIN_ADORNMENT_LENGTH } from './adornment.ts';

/** Reads any other text: a title with an underline, a definition list, or a paragraph, including the literal block after the paragraph. */
export const readText: BlockReader = (state, source, offset, into, parse) => {
  const text = getLine(source, offset);
  const nextLine = getLine(source, offset + 1);
  if (isUnderline(text, nextLine)) {
    if (nextLine.length < text.length) warn(state, source.first + offset, 'The underline of the title is too short');
    addTitle(state, into, text, nextLine.charAt(0), source.first + offset);
    return offset + 2;
  }
  if (isTerm(text, nextLine)) return readDefinitions(state, source, offset, into, parse);
  let end = offset + 1;
  while (end < source.lines.length && isContinuation(getLine(source, end))) end += 1;
  return addParagraph(state, source, offset, end, into);
};

function isUnderline(title: string, line: string): boolean {
  return (
    findAdornment(line) !== undefined &&
    (line.length >= MIN_ADORNMENT_LENGTH || line.length >= measureDisplayWidth(title))
  );
}

function isContinuation(line: string): boolean {
  return line !== '' && !line.startsWith(' ');
}

/**
 * Returns whether the line is a term: a single line directly above an indented one. A line that ends with `::` introduces a literal block instead.
 */
function isTerm(text: string, next: string): boolean {
  return next.startsWith(' ') && !text.endsWith('::');
}

function addParagraph(state: RstParseState, source: RstSource, start: number, end: number, into: RstNode[]): number {
  const line = source.first + start;
  const text = source.lines.slice(start, end).join('\n');
  if (!hasLiteralMarker(text)) {
    into.push({ kind: 'paragraph', text: [{ rst: text }], line });
    return end;
  }
  // `text::` keeps one colon, `text ::` keeps none, and `::` on a line of its own is not a paragraph.
  const ownText = text.slice(0, -2);
  const visibleText = ownText === '' || /\s$/.test(ownText.slice(-1)) ? ownText.trimEnd() : `${ownText}:`;
  if (visibleText !== '') into.push({ kind: 'paragraph', text: [{ rst: visibleText }], line });
  return readLiteral(state, source, end, into);
}

function hasLiteralMarker(text: string): boolean {
  if (!text.endsWith('::')) return false;
  let escapes = 0;
  while (text[text.length - 3 - escapes] === '\\') escapes += 1;
  return escapes % 2 === 0;
}

/** Reads a literal block: an indented block, or lines that all begin with the same punctuation mark. */
function readLiteral(state: RstParseState, source: RstSource, from: number, into: RstNode[]): number {
  const start = skipBlank(source, from);
  const end = getLine(source, start).startsWith(' ') ? findIndentedEnd(source, start) : findQuotedEnd(source, start);
  if (end === start) {
    warn(state, source.first + Math.max(from - 1, 0), 'No literal block follows the `::`');
    return from;
  }
  const block = dedentSource(source, start, end);
  const isSession = getLine(block, 0).startsWith('>>> ') && /^(?:python3?)?$/.test(state.language);
  into.push({ kind: 'code', info: isSession ? 'pycon' : state.language, code: block.lines, line: block.first });
  return end;
}

function findQuotedEnd(source: RstSource, start: number): number {
  const quoteChar = getLine(source, start).charAt(0);
  if (findAdornment(quoteChar) === undefined) return start;
  let end = start + 1;
  while (getLine(source, end).startsWith(quoteChar)) end += 1;
  return end;
}

/** Reads consecutive definitions, with or without blank lines between them. */
const readDefinitions: (...parameters: Parameters<BlockReader>) => number = (state, source, offset, into, parse) => {
  const entries: LabeledBlocks[] = [];
  let end = offset;
  for (let start = offset; start < source.lines.length; start = skipBlank(source, end)) {
    const term = getLine(source, start);
    if (start > offset && !(canBeTerm(term) && isTerm(term, getLine(source, start + 1)))) break;
    end = findIndentedEnd(source, start + 1);
    entries.push(readDefinition(state, term, source, start, end, parse));
  }
  into.push({ kind: 'entries', entries });
  return end;
};

/** Returns whether the line after a definition can be a term; other blocks can also be indented. */
function canBeTerm(line: string): boolean {
  return !/^(?: |$|\.\. |\.\.$|[-+*•‣⁃|] |:[^ :]|>>> |__ |(?:\(?[\da-zA-Z#]{1,9}[.)] )|--?[\w?])/.test(
    line.slice(0, 20),
  );
}

function readDefinition(
  state: RstParseState,
  term: string,
  source: RstSource,
  start: number,
  end: number,
  parse: ParseBlocks,
): LabeledBlocks {
  const nodes = parse(state, dedentSource(source, start + 1, end));
  return {
    kind: 'labeled',
    label: parseTerm(term),
    colon: /[.:!?]$/.test(term) ? '' : ':',
    nodes,
    line: source.first + start,
  };
}

/** Parses `term : classifier : classifier`. */
export function parseTerm(line: string): LabeledBlocks['label'] {
  const [term = '', ...classifiers] = line.split(' : ');
  return [{ rst: term, strong: true }, ...classifiers.flatMap((each) => [' (', { rst: each.trim() }, ')'])];
}
