import { elementAt, lastOf } from '@context-sync/base';
import { readAttributeEntry } from '../source/attribute-entry.ts';
import { isLineComment, type Line } from '../source/line.ts';
import type { LineReader } from '../source/line-reader.ts';
import type { Block } from './block.ts';
import { parseDelimiter } from './delimiters.ts';
import { isAttributeLine } from './metadata.ts';
import type { ParseState } from './parse-state.ts';
import { parseOneLineTitle, parseTwoLineTitle, type SectionTitle } from './section-title.ts';

/**
 * Parses the header: the document title with its author and revision, and the attributes and comments around them.
 * https://docs.asciidoctor.org/asciidoc/latest/document/header/
 */
export function parseHeader(reader: LineReader, state: ParseState): Block[] {
  skipComments(reader, state);
  let ahead = 0;
  while (ahead < 5 && isAttributeLine(reader.peek(ahead)?.text ?? '')) ahead += 1;
  const line = reader.peek(ahead);
  const title = line && parseTitle(reader, line, ahead);
  if (!line || !title) return [];
  let id: string | undefined;
  for (let taken = 0; taken < ahead; taken += 1) {
    id = /^\[(?:\[|[\w.]{0,50}#)([^\],.%]{1,300})/.exec(reader.next()?.text ?? '')?.[1] ?? id;
  }
  for (let taken = 0; taken < title.lines; taken += 1) reader.next();
  const { from } = line;
  state.attributes.set('doctitle', title.text, from);
  // As in Asciidoctor, an underlined document title enables compatibility mode.
  if (title.lines === 2) state.attributes.set('compat-mode', '', from);
  if (id !== undefined) state.references.add(id, state.inline.plain(title.text, from));
  const heading: Block = { kind: 'heading', level: 1, text: title.text, from, ...(id === undefined ? {} : { id }) };
  const people = parseAuthorAndRevision(reader, state);
  return people.length > 0 ? [heading, { kind: 'paragraph', lines: people, hardBreaks: true }] : [heading];
}

function skipComments(reader: LineReader, state: ParseState): void {
  for (let line = reader.peek(); line && line.include === undefined; line = reader.peek()) {
    const opened = parseDelimiter(line.text);
    if (line.text === '' || isLineComment(line.text)) reader.next();
    else if (opened?.kind === 'comment') {
      reader.next();
      if (!reader.until(opened.close, true)) {
        state.warn(line.from, 'comment block is not closed');
      }
    } else if (!readAttributeEntry(reader, state.attributes)) return;
  }
}

function parseTitle(reader: LineReader, line: Line, ahead: number): SectionTitle | undefined {
  const below = reader.peek(ahead + 1);
  const title =
    parseOneLineTitle(line.text) ??
    (below && !parseDelimiter(line.text)
      ? parseTwoLineTitle(line.text, below.text, reader.peek(ahead + 2)?.text)
      : undefined);
  return title?.level === 0 ? title : undefined;
}

const PERSON =
  /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_'’.-]{0,60}(?: +[\p{L}\p{N}_][\p{L}\p{M}\p{N}_'’.-]{0,60}){0,3}(?: +<([^>]{1,200})>)?$/u;
const REVISION = /^(?:v|version )?(\d[^,:]{0,60})(?:, *([^:]{1,60}))?(?:: *(.+))?$/i;

function parseAuthorAndRevision(reader: LineReader, state: ParseState): Line[] {
  const line = nextHeaderLine(reader);
  const people =
    line?.text
      .slice(0, 2_000)
      .split(/; +|;$/)
      .filter((person) => person !== '') ?? [];
  if (!line || people.length === 0 || !people.every((person) => PERSON.test(person))) return [];
  reader.next();
  const lines: Line[] = [
    { text: `${people.length > 1 ? 'Authors' : 'Author'}: ${formatPeople(line.text)}`, from: line.from },
  ];
  const [first = ''] = people;
  const name = first.replace(/ *<.*$/, '').replaceAll('_', ' ');
  const names = name.split(/ +/);
  state.attributes.set('author', name, line.from);
  state.attributes.set('firstname', elementAt(names, 0), line.from);
  if (names.length > 1) state.attributes.set('lastname', lastOf(names), line.from);
  const email = PERSON.exec(first)?.[1];
  if (email !== undefined) state.attributes.set('email', email, line.from);

  const below = nextHeaderLine(reader);
  const revision = below && REVISION.exec(below.text.slice(0, 500));
  if (!below || !revision) return lines;
  reader.next();
  const [, number = '', date, remark] = revision;
  state.attributes.set('revnumber', number.trim(), below.from);
  if (date !== undefined) state.attributes.set('revdate', date.trim(), below.from);
  if (remark !== undefined) state.attributes.set('revremark', remark, below.from);
  lines.push({ text: `Revision: ${below.text}`, from: below.from });
  return lines;
}

/** Replaces the underscores between the parts of a name by spaces, and the email address by a link in parentheses. */
function formatPeople(text: string): string {
  return text
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part.replace(/^<(https?:.*)>$/, '($1)') : part.replaceAll('_', ' ')))
    .join('');
}

/** Returns the next line if the line can be part of the header's text. Skips comments. */
function nextHeaderLine(reader: LineReader): Line | undefined {
  for (let line = reader.peek(); line; line = reader.peek()) {
    if (!isLineComment(line.text)) {
      return line.text === '' || line.text.startsWith(':') || line.include !== undefined ? undefined : line;
    }
    reader.next();
  }
  return undefined;
}
