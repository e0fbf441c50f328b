import { getElementAt, getLast } from '@context-sync/base';
import { readAttributeEntry } from '../source/attribute-entry.ts';
import type { LineReader } from '../source/line-reader.ts';
import { type AsciidocLine, isLineComment } from '../source/source-line.ts';
import { parseDelimiter } from './block-delimiters.ts';
import { isAttributeLine } from './block-metadata.ts';
import type { Block } from './block-types.ts';
import type { ParseState } from './parse-state.ts';
import { parseOneLineTitle, parseTwoLineTitle, type SectionTitle } from './section-title.ts';

/**
 * Parses the header: the document title with its author and revision, and the attributes and comments around them.
 * https://docs.asciidoctor.org/asciidoc/latest/document/header/
 */
export function parseHeader(reader: LineReader, state: ParseState): Block[] {
  skipComments(reader, state);
  let lineOffset = 0;
  while (lineOffset < 5 && isAttributeLine(reader.peek(lineOffset)?.text ?? '')) lineOffset += 1;
  const line = reader.peek(lineOffset);
  const title = line && parseTitle(reader, line, lineOffset);
  if (!line || !title) return [];
  let id: string | undefined;
  for (let lineNumber = 0; lineNumber < lineOffset; lineNumber += 1) {
    id = /^\[(?:\[|[\w.]{0,50}#)([^\],.%]{1,300})/.exec(reader.next()?.text ?? '')?.[1] ?? id;
  }
  for (let lineNumber = 0; lineNumber < title.lines; lineNumber += 1) reader.next();
  const { from } = line;
  state.attributes.set('doctitle', title.text, from);
  // As in Asciidoctor, an underlined document title enables compatibility mode.
  if (title.lines === 2) state.attributes.set('compat-mode', '', from);
  if (id !== undefined) state.references.add(id, state.inline.plain(title.text, from));
  const heading: Block = { kind: 'heading', level: 1, text: title.text, from, ...(id === undefined ? {} : { id }) };
  const authorLines = parseAuthorAndRevision(reader, state);
  return authorLines.length > 0 ? [heading, { kind: 'paragraph', lines: authorLines, hardBreaks: true }] : [heading];
}

function skipComments(reader: LineReader, state: ParseState): void {
  for (let line = reader.peek(); line && line.include === undefined; line = reader.peek()) {
    const delimiter = parseDelimiter(line.text);
    if (line.text === '' || isLineComment(line.text)) reader.next();
    else if (delimiter?.kind === 'comment') {
      reader.next();
      if (!reader.until(delimiter.close, true)) {
        state.warn(line.from, 'comment block is not closed');
      }
    } else if (!readAttributeEntry(reader, state.attributes)) return;
  }
}

function parseTitle(reader: LineReader, line: AsciidocLine, lineCount: number): SectionTitle | undefined {
  const nextLine = reader.peek(lineCount + 1);
  const title =
    parseOneLineTitle(line.text) ??
    (nextLine && !parseDelimiter(line.text)
      ? parseTwoLineTitle(line.text, nextLine.text, reader.peek(lineCount + 2)?.text)
      : undefined);
  return title?.level === 0 ? title : undefined;
}

const AUTHOR_LINE =
  /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_'’.-]{0,60}(?: +[\p{L}\p{N}_][\p{L}\p{M}\p{N}_'’.-]{0,60}){0,3}(?: +<([^>]{1,200})>)?$/u;
const REVISION_PATTERN = /^(?:v|version )?(\d[^,:]{0,60})(?:, *([^:]{1,60}))?(?:: *(.+))?$/i;

function parseAuthorAndRevision(reader: LineReader, state: ParseState): AsciidocLine[] {
  const line = readHeaderLine(reader);
  const authorAndRevision =
    line?.text
      .slice(0, 2_000)
      .split(/; +|;$/)
      .filter((person) => person !== '') ?? [];
  if (!line || authorAndRevision.length === 0 || !authorAndRevision.every((person) => AUTHOR_LINE.test(person)))
    return [];
  reader.next();
  const lines: AsciidocLine[] = [
    { text: `${authorAndRevision.length > 1 ? 'Authors' : 'Author'}: ${formatPeople(line.text)}`, from: line.from },
  ];
  const [first = ''] = authorAndRevision;
  const name = first.replace(/ *<.*$/, '').replaceAll('_', ' ');
  const names = name.split(/ +/);
  state.attributes.set('author', name, line.from);
  state.attributes.set('firstname', getElementAt(names, 0), line.from);
  if (names.length > 1) state.attributes.set('lastname', getLast(names), line.from);
  const email = AUTHOR_LINE.exec(first)?.[1];
  if (email !== undefined) state.attributes.set('email', email, line.from);

  const nextLine = readHeaderLine(reader);
  const revision = nextLine && REVISION_PATTERN.exec(nextLine.text.slice(0, 500));
  if (!nextLine || !revision) return lines;
  reader.next();
  const [, number = '', date, remark] = revision;
  state.attributes.set('revnumber', number.trim(), nextLine.from);
  if (date !== undefined) state.attributes.set('revdate', date.trim(), nextLine.from);
  if (remark !== undefined) state.attributes.set('revremark', remark, nextLine.from);
  lines.push({ text: `Revision: ${nextLine.text}`, from: nextLine.from });
  return lines;
}

/** Replaces the underscores between the parts of a name with spaces, and the email address with a link in parentheses. */
function formatPeople(text: string): string {
  return text
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part.replace(/^<(https?:.*)>$/, '($1)') : part.replaceAll('_', ' ')))
    .join('');
}

/** Returns the next line if the line can be part of the header's text. Skips comments. */
function readHeaderLine(reader: LineReader): AsciidocLine | undefined {
  for (let line = reader.peek(); line; line = reader.peek()) {
    if (!isLineComment(line.text)) {
      return line.text === '' || line.text.startsWith(':') || line.include !== undefined ? undefined : line;
    }
    reader.next();
  }
  return undefined;
}
