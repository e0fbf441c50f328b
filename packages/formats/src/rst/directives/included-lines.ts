import { type Directive, getOption } from './directive.ts';

/** Matches a Python definition to which `pyobject` may refer. */
const PYTHON_DEFINITION = /^[ \t]*(?:async[ \t]+)?(?:class|def)[ \t]+([\p{L}_][\p{L}\p{N}_]*)/u;

/** Returns the lines of an included file that the options of the directive select. */
export function selectIncluded(text: string, directive: Directive): readonly string[] {
  const allLines = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  const name = getOption(directive, 'pyobject');
  const ranges = getOption(directive, 'lines');
  const objectLines = name === undefined ? allLines : selectPythonObject(allLines, name);
  const rangedLines = ranges === undefined ? selectBetween(objectLines, directive) : selectRanges(objectLines, ranges);
  const markedLines = selectBetweenMarks(rangedLines, directive);
  const dedent = directive.options.get('dedent');
  const visibleLines = dedent === undefined ? markedLines : dedentLines(markedLines, dedent.value);
  return [getOption(directive, 'prepend'), ...visibleLines, getOption(directive, 'append')].filter(
    (line): line is string => line !== undefined,
  );
}

/** Returns the lines from `start-line` to `end-line`, which count from 0 and may count from the end. */
function selectBetween(all: readonly string[], directive: Directive): readonly string[] {
  const getNumber = (option: string): number | undefined => {
    const value = getOption(directive, option);
    return value !== undefined && /^-?\d{1,9}$/.test(value) ? Number(value) : undefined;
  };
  return all.slice(getNumber('start-line') ?? 0, getNumber('end-line') ?? all.length);
}

/** Returns the lines of ranges such as `1,3,5-10,20-`. */
function selectRanges(all: readonly string[], ranges: string): readonly string[] {
  const includedLines = new Set<number>();
  for (const range of ranges.split(',', 200)) {
    const [, first = '', isRange, last = ''] = /^\s*(\d{0,9})\s*(-?)\s*(\d{0,9})\s*$/.exec(range) ?? [];
    if (first === '' && last === '') continue;
    const end = isRange === '' ? Number(first) : Number(last || all.length);
    for (let line = Number(first || 1); line <= Math.min(end, all.length); line += 1) includedLines.add(line);
  }
  return all.filter((_, index) => includedLines.has(index + 1));
}

/** Returns the lines between the first lines that contain the start and end marks of the options. */
function selectBetweenMarks(all: readonly string[], directive: Directive): readonly string[] {
  let start = 0;
  const startAt = getOption(directive, 'start-at');
  const startAfter = getOption(directive, 'start-after');
  const getIndex = (mark: string, from: number) => all.findIndex((line, index) => index >= from && line.includes(mark));
  if (startAt !== undefined) start = Math.max(getIndex(startAt, 0), 0);
  else if (startAfter !== undefined) start = getIndex(startAfter, 0) + 1;
  const endAt = getOption(directive, 'end-at');
  const endBefore = getOption(directive, 'end-before');
  const end = endAt === undefined ? getIndex(endBefore ?? '', start) : getIndex(endAt, start);
  if ((endAt ?? endBefore) === undefined || end < 0) return all.slice(start);
  return all.slice(start, endAt === undefined ? end : end + 1);
}

/** Returns the class, function or method with a name such as `Client.send`, with its decorators. */
function selectPythonObject(all: readonly string[], name: string): readonly string[] {
  let [start, end] = [0, all.length];
  for (const part of name.split('.')) {
    const objectIndex = all.findIndex(
      (line, index) => index >= start && index < end && PYTHON_DEFINITION.exec(line)?.[1] === part,
    );
    if (objectIndex < 0) return [];
    const indent = getIndent(all[objectIndex] ?? '');
    let objectEnd = objectIndex + 1;
    while (
      objectEnd < end &&
      (isBlank(all[objectEnd]) || getIndent(all[objectEnd] ?? '') > indent || /^\s*[)\]]/.test(all[objectEnd] ?? ''))
    )
      objectEnd += 1;
    while (objectEnd > objectIndex + 1 && isBlank(all[objectEnd - 1])) objectEnd -= 1;
    [start, end] = [objectIndex, objectEnd];
  }
  while (start > 0 && /^\s*@/.test(all[start - 1] ?? '')) start -= 1;
  return all.slice(start, end);
}

function dedentLines(lines: readonly string[], value: string): readonly string[] {
  const commonIndent = Math.min(...lines.filter((line) => !isBlank(line)).map(getIndent), 1_000);
  const columns = /^\d{1,3}$/.test(value) ? Number(value) : commonIndent;
  return lines.map((line) => line.slice(Math.min(columns, getIndent(line))));
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

function getIndent(line: string): number {
  return line.length - line.trimStart().length;
}
