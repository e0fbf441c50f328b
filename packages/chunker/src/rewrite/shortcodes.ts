import { elementAt, firstText, label, lineAt, lineEnd, lineStart, textAttribute } from '@context-sync/formats';
import type { Container } from './directives.ts';
import { type Draft, type Edit, eachOutsideCode } from './edits.ts';

/** Longest tag that is looked at. */
const LIMIT = 2_000;
const DEPTH = 50;

/** Names that only arrange what is in them. */
const ARRANGING =
  /^(?:tabs?|tabpane|tabpanel|tabbed|steps?|stepper|columns?|cards?|grid|row|raw|endraw|if|ifversion|elsif|else|unless|for|case|when|assign|capture|comment|code|code-?block|code-?toggle|expand|details|content-ref|clear|br|toc|table-of-contents)$/i;
const LINKING = /^(?:ref|relref|link|post_url)$/i;
const INCLUDING =
  /^(?:include(?:_relative|_cached|-markdown)?|includefile|readfile|file|rustdoc_include|playground|playpen|embed|import|render)$/i;

const CLOSINGS = new Map([
  ['<', '>}}'],
  ['%', '%}}'],
  ['#', '}}'],
]);

/** A tag such as `{{< note >}}`, `{{% /note %}}`, `{% include x %}` or `{{#include x}}`. */
interface Tag {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly closes: boolean;
  readonly rest: string;
}

/** Turns shortcodes of Hugo, Liquid and mdBook into what a reader needs; what says nothing to a reader goes, and what is not known stays. */
export function shortcodeEdits(draft: Draft, containers: Container[]): Edit[] {
  const edits: Edit[] = [];
  const { lines } = draft;
  const open: { name: string; line: number }[] = [];
  let line = 0;
  const ends = endsOf(lines.text);
  const visit = (at: number, close: string): number | undefined => {
    const tag = tagAt(lines.text, at, close, ends(close, at + 2));
    if (!tag) return undefined;
    const hidden = tag.name === 'comment' && !tag.closes ? ends('endcomment', tag.end) : -1;
    const shown = hidden < 0 ? -1 : ends(close, hidden);
    if (shown >= 0) {
      edits.push({ start: at, end: shown + close.length, text: '' });
      return shown + close.length;
    }
    line = lineAt(lines, at, line);
    if (tag.closes) {
      const place = open.findLastIndex(({ name }) => name === tag.name);
      if (place >= 0) {
        containers.push([elementAt(open, place).line, line + 1]);
        open.length = place;
      }
    } else if (open.length < DEPTH) open.push({ name: tag.name, line });
    const start = lineStart(lines, line);
    const end = lineEnd(lines, line);
    const alone = firstText(lines.text, start, end) === at && firstText(lines.text, tag.end, end) >= end;
    const text = textFor(tag, alone);
    if (text !== undefined) edits.push({ start: tag.start, end: tag.end, text });
    return tag.end;
  };
  const closing = (at: number) => CLOSINGS.get(lines.text.charAt(at + 2));
  eachOutsideCode(
    draft,
    '{{',
    (_, at) => visit(at, closing(at) ?? '}}'),
    (at) => closing(at) !== undefined,
  );
  line = 0;
  open.length = 0;
  eachOutsideCode(draft, '{%', (_, at) => (lines.text[at - 1] === '{' ? undefined : visit(at, '%}')));
  return edits;
}

/** Finds where a mark stands next. Places are asked for in order, so a mark that is far is not looked for again and again. */
function endsOf(text: string): (mark: string, from: number) => number {
  const found = new Map<string, number>();
  return (mark, from) => {
    let at = found.get(mark) ?? 0;
    if (at >= 0 && at < from) {
      at = text.indexOf(mark, from);
      found.set(mark, at);
    }
    return at;
  };
}

function tagAt(text: string, start: number, close: string, to: number): Tag | undefined {
  if (to < 0 || to + close.length > start + LIMIT) return undefined;
  const match = /^\{+[<%#]?-?\s*(\/|end)?\s*([\w./-]*)\s*(.*)$/is.exec(text.slice(start, to));
  const [, closing, name = '', rest = ''] = match ?? [];
  return { start, end: to + close.length, name: name.toLowerCase(), closes: closing !== undefined, rest: rest.trim() };
}

/** What takes the place of the tag; undefined where it stays. */
function textFor({ name, closes, rest }: Tag, alone: boolean): string | undefined {
  if (closes) return '';
  const [, quoted = rest.split(/\s/)[0] ?? ''] = /^["'`]([^"'`]*)["'`]/.exec(rest) ?? [];
  const text = textAttribute(rest);
  if (LINKING.test(name)) return quoted;
  if (INCLUDING.test(name)) {
    const file = attribute(rest, 'file|src|url|path') ?? quoted;
    const content = attribute(rest, 'content');
    if (content !== undefined) return `${label(/[\w-]+(?=\.\w+$|$)/.exec(file)?.[0] ?? '') ?? ''} ${content}`.trim();
    return file === '' ? '' : `Included: [${file}](${file.split(':')[0]?.includes('/') ? fileOf(file) : file})`;
  }
  if (name === 'figure' || name === 'img' || name === 'image') {
    const caption = attribute(rest, 'caption') ?? attribute(rest, 'title') ?? '';
    const alt = attribute(rest, 'alt') ?? caption;
    const image = `![${alt}](${attribute(rest, 'src') ?? quoted})`;
    return caption === alt ? image : `${image} ${caption}`.trimEnd();
  }
  const kind = /\b(?:type|style|class|variant|color)\s*=\s*["']([\w-]+)/.exec(rest)?.[1] ?? quoted;
  const boxed = label(
    name === 'hint' || name === 'alert' || name === 'admonition' || name === 'callout' ? kind : name,
    text,
  );
  if (boxed !== undefined) return alone || text === undefined ? boxed : text;
  if (ARRANGING.test(name)) return quoted !== '' && /^tab/.test(name) ? `**${quoted}**` : '';
  return alone && name !== 'data' ? '' : undefined;
}

/** What the first of the attributes of these names holds; they are parted by `|`. */
function attribute(attributes: string, names: string): string | undefined {
  const match = new RegExp(`\\b(?:${names})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return match?.[1] ?? match?.[2];
}

/** The file of an include, without the lines or the anchor that mdBook takes from it. */
function fileOf(file: string): string {
  return file.split(':')[0] ?? file;
}
