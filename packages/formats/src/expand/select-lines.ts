/** Selection of the included lines: inclusive ranges counted from 1, or a named region. */
export type Selection =
  | { readonly ranges: readonly (readonly [from: number, to: number])[] }
  | { readonly region: string }
  | { readonly snippet: string }
  | { readonly after?: string | undefined; readonly before?: string | undefined };

/** Patterns for the comments that mark a region in PyMdown Extensions, mdBook, code editors and VitePress. */
const REGION_MARKS = [
  { start: /--8<-- \[start:\s*([^\]\s]+)\s*\]/, end: /--8<-- \[end:\s*([^\]\s]+)\s*\]/ },
  { start: /\bANCHOR:\s*([\w-]+)/, end: /\bANCHOR_END:\s*([\w-]+)/ },
  { start: /#(?:pragma )?region\b\s*([\w*-]*)/i, end: /#?(?:pragma )?end ?region\b\s*([\w*-]*)/i },
];
/** Matches text that every region mark contains. */
const ANY_REGION_MARK = /8<|ANCHOR|region/i;
const MAX_RANGES = 200;

/** Returns the selected lines without the lines that mark regions; undefined if the region does not exist. */
export function selectLines(text: string, selection: Selection | undefined): readonly string[] | undefined {
  const allLines = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  if (selection === undefined) return removeMarks(allLines);
  if ('ranges' in selection) {
    const selectedLines = selection.ranges
      .slice(0, MAX_RANGES)
      .flatMap(([from, to]) => allLines.slice(Math.max(from, 1) - 1, Math.max(to, 0)));
    return removeMarks(selectedLines);
  }
  if ('snippet' in selection) return findSnippet(allLines, selection.snippet);
  if ('region' in selection) return findRegion(allLines, selection.region);
  const { after, before } = selection;
  const start = after === undefined ? 0 : allLines.findIndex((line) => line.includes(after)) + 1;
  const end = before === undefined ? -1 : allLines.findIndex((line, index) => index >= start && line.includes(before));
  return removeMarks(allLines.slice(start, end < 0 ? allLines.length : end));
}

function findRegion(all: readonly string[], name: string): readonly string[] | undefined {
  for (const { start, end } of REGION_MARKS) {
    const startIndex = all.findIndex((line) => ANY_REGION_MARK.test(line) && start.exec(line)?.[1] === name);
    if (startIndex < 0) continue;
    const to = all.findIndex((line, index) => {
      const closedName = index > startIndex && ANY_REGION_MARK.test(line) ? end.exec(line)?.[1] : undefined;
      return closedName === name || closedName === '';
    });
    return removeMarks(all.slice(startIndex + 1, to < 0 ? all.length : to));
  }
  return undefined;
}

/** A comment that consists of a tag, such as `// <snippet>`, which marks a snippet of DocFX. */
const SNIPPET_MARK = /^\s*(?:\/\/|\/\*|<!--|#|'|--|;|%|REM\b)\s*<(\/?)([\w.-]{1,100})>\s*(?:\*\/|-->)?\s*$/i;

/** Returns the lines between the tags of a snippet without their common indent; or else the region with this name. */
function findSnippet(all: readonly string[], name: string): readonly string[] | undefined {
  const marks = all.map((line) => (line.includes('<') ? SNIPPET_MARK.exec(line) : null));
  const findMark = (slash: string, from: number) =>
    marks.findIndex(
      (mark, index) => index >= from && mark?.[1] === slash && mark[2]?.toLowerCase() === name.toLowerCase(),
    );
  const start = findMark('', 0);
  if (start < 0) {
    const region = findRegion(all, name);
    return region && removeIndent(region);
  }
  const end = findMark('/', start + 1);
  const last = end < 0 ? all.length : end;
  return removeIndent(removeMarks(all.slice(start + 1, last).filter((_, index) => !marks[start + 1 + index])));
}

function removeIndent(lines: readonly string[]): readonly string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  return lines.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)));
}

function removeMarks(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !ANY_REGION_MARK.test(line) || !isMark(line));
}

/** Returns whether the line only marks a region. The word `region` must start a comment, because it also occurs in ordinary text. */
function isMark(line: string): boolean {
  if (/--8<-- \[(?:start|end):|\bANCHOR(?:_END)?:/.test(line)) return true;
  return /^\s*(?:\/\/|\/\*|<!--|#|;|--|%)?\s*#(?:pragma )?(?:end)?region\b/i.test(line);
}

/** Parses ranges such as `3`, `1:4`, `:5`, `7-`, `1:4,8`, with `:` or `-` between the ends. */
export function parseRanges(text: string): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  for (const part of text.split(/[,;\s]+/, MAX_RANGES)) {
    const [, first, mark, last] = /^(\d{0,9})([:-]?)(\d{0,9})$/.exec(part) ?? [];
    if (first === undefined || (first === '' && last === '')) continue;
    const firstNumber = first === '' ? 1 : Number(first);
    const to = mark === '' ? firstNumber : last === '' ? Number.MAX_SAFE_INTEGER : Number(last);
    ranges.push([firstNumber, to]);
  }
  return ranges;
}
