import { type FrontMatter, getHead, NO_FRONT_MATTER } from '@context-sync/reading';
import { readToml, readYaml } from '#front-matter-parsers';
import { findLine, getLineEnd, getLineStart, isBlank, type Lines, sliceLines } from '../markdown/line-index.ts';
import { readSimpleYaml } from './simple-yaml.ts';

const MAX_LINES = 2_000;

/** Reads front matter without executing code: YAML between `---` lines, or TOML between `+++` lines. HTML comments may precede the first line. */
export function readFrontMatter(lines: Lines): FrontMatter {
  const start = skipComments(lines);
  const openingMark = lines.text.slice(getLineStart(lines, start), getLineStart(lines, start) + 3);
  if ((openingMark !== '---' && openingMark !== '+++') || getLineText(lines, start).trimEnd() !== openingMark)
    return NO_FRONT_MATTER;
  const closeLine = findClosingLine(lines, start + 1, openingMark);
  if (closeLine < 0) return NO_FRONT_MATTER;
  const text = sliceLines(lines, start + 1, closeLine);
  const data = openingMark === '---' ? (readSimpleYaml(text) ?? readYaml(text)) : readToml(text);
  // A list or a sentence between two thematic breaks is not front matter.
  if (data === undefined) return NO_FRONT_MATTER;
  const end = closeLine + 1;
  if ('fault' in data)
    // Front matter that cannot be parsed may declare that the page is not public.
    return {
      ...NO_FRONT_MATTER,
      end,
      public: false,
      fault: { line: start + 2 + data.fault.line, message: data.fault.message },
    };
  return getHead(data.values, end);
}

/** Returns the first line that is neither blank nor part of an HTML comment. */
function skipComments(lines: Lines): number {
  let line = 0;
  while (line < lines.count && line < MAX_LINES) {
    if (isBlank(lines, line)) line += 1;
    else if (lines.text.startsWith('<!--', getLineStart(lines, line))) {
      while (line < lines.count && !getLineText(lines, line).trimEnd().endsWith('-->')) line += 1;
      line += 1;
    } else break;
  }
  return Math.min(line, lines.count - 1);
}

function findClosingLine(lines: Lines, from: number, mark: string): number {
  const closingPattern = mark === '---' ? /\n(?:---|\.\.\.)[^\S\n]{0,47}(?=\n|$)/g : /\n\+\+\+[^\S\n]{0,47}(?=\n|$)/g;
  closingPattern.lastIndex = getLineEnd(lines, from - 1);
  const closingMatch = closingPattern.exec(lines.text);
  const line = closingMatch ? findLine(lines, closingMatch.index + 1, from) : -1;
  return line < from + MAX_LINES ? line : -1;
}

function getLineText(lines: Lines, line: number): string {
  return sliceLines(lines, line, line + 1);
}
