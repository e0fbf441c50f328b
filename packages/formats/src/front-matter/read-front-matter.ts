import { type Data, type FrontMatter, getHead, NO_FRONT_MATTER } from '@context-sync/reading';
import { readToml, readYaml } from '#front-matter-parsers';
import { findLine, getLineEnd, getLineStart, isBlank, type Lines, sliceLines } from '../markdown/line-index.ts';
import { readSimpleYaml } from './simple-yaml.ts';

const MAX_LINES = 2_000;

/** Opening marks of front matter, and the language of its data. */
const LANGUAGES: ReadonlyMap<string, 'yaml' | 'toml' | 'json'> = new Map([
  ['---', 'yaml'],
  ['+++', 'toml'],
  [';;;', 'json'],
  ['---yaml', 'yaml'],
  ['---yml', 'yaml'],
  ['---toml', 'toml'],
  ['---json', 'json'],
]);

/**
 * Reads front matter without executing code: YAML between `---` lines, TOML between `+++` lines, or JSON between `;;;` lines or as an object at the
 * top of the page. HTML comments may precede the first line.
 */
export function readFrontMatter(lines: Lines): FrontMatter {
  const start = skipComments(lines);
  const firstCode = lines.text.charCodeAt(getLineStart(lines, start));
  if (firstCode === 0x7b) return readJsonObject(lines, start);
  if (firstCode !== 0x2d && firstCode !== 0x2b && firstCode !== 0x3b) return NO_FRONT_MATTER;
  const opening = getLineText(lines, start).trimEnd();
  const language = opening.length > 8 ? undefined : LANGUAGES.get(opening);
  if (language === undefined) return NO_FRONT_MATTER;
  const closeLine = findClosingLine(lines, start + 1, opening.slice(0, 3));
  if (closeLine < 0) return NO_FRONT_MATTER;
  const text = sliceLines(lines, start + 1, closeLine);
  const data =
    language === 'yaml'
      ? (readSimpleYaml(text) ?? readYaml(text))
      : language === 'toml'
        ? readToml(text)
        : readJson(text);
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

/** Reads a JSON object at the top of the page, as Hugo does. The object must fill its lines and have a key. */
function readJsonObject(lines: Lines, start: number): FrontMatter {
  const closing = /\n\}[ \t]*(?=\n|$)/g;
  closing.lastIndex = getLineStart(lines, start);
  const isAlone = /^\{[ \t]*$/.test(getLineText(lines, start).trimEnd());
  const match = isAlone ? closing.exec(lines.text) : undefined;
  const line = match ? findLine(lines, match.index + 1, start) : -1;
  if (line < 0 || line > start + MAX_LINES) return NO_FRONT_MATTER;
  const data = readJson(sliceLines(lines, start, line + 1));
  return data === undefined || 'fault' in data ? NO_FRONT_MATTER : getHead(data.values, line + 1);
}

function readJson(text: string): Data {
  try {
    const values: unknown = JSON.parse(text);
    const isObject = typeof values === 'object' && values !== null && !Array.isArray(values);
    return isObject ? { values: new Map(Object.entries(values)) } : undefined;
  } catch {
    return undefined;
  }
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

const CLOSING_PATTERNS: Readonly<Record<string, RegExp>> = {
  '+++': /\n\+\+\+[^\S\n]{0,47}(?=\n|$)/g,
  ';;;': /\n;;;[^\S\n]{0,47}(?=\n|$)/g,
};

function findClosingLine(lines: Lines, from: number, mark: string): number {
  const closingPattern = CLOSING_PATTERNS[mark] ?? /\n(?:---|\.\.\.)[^\S\n]{0,47}(?=\n|$)/g;
  closingPattern.lastIndex = getLineEnd(lines, from - 1);
  const closingMatch = closingPattern.exec(lines.text);
  const line = closingMatch ? findLine(lines, closingMatch.index + 1, from) : -1;
  return line < from + MAX_LINES ? line : -1;
}

function getLineText(lines: Lines, line: number): string {
  return sliceLines(lines, line, line + 1);
}
