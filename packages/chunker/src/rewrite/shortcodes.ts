import { firstText, lineEnd, lineStart } from '../scan/lines.ts';
import { lineAt } from '../scan/html.ts';
import { label, textAttribute } from './admonition.ts';
import type { Container } from './directives.ts';
import { type Draft, type Edit, eachOutsideCode } from './edits.ts';

/** Longest tag that is looked at. */
const LIMIT = 2_000;
const DEPTH = 50;

/** Names that only arrange what is in them. */
const ARRANGING =
  /^(?:tabs?|tabpane|tabpanel|tabbed|steps?|stepper|columns?|cards?|grid|row|raw|endraw|if|ifversion|elsif|else|unless|for|case|when|assign|capture|comment|code|code-?block|code-?toggle|expand|details|content-ref|clear|br|toc|table-of-contents)$/i;
const LINKING = /^(?:rel)?ref$/i;
const INCLUDING = /^(?:include(?:_relative|_cached)?|includefile|readfile|rustdoc_include|playground|playpen|embed|import|render)$/i;

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
  const visit = (at: number, close: string): number | undefined => {
    const tag = tagAt(lines.text, at, close);
    if (!tag) return undefined;
    line = lineAt(lines, at, line);
    if (tag.closes) {
      const place = open.findLastIndex(({ name }) => name === tag.name);
      if (place >= 0) {
        containers.push([open[place]?.line ?? line, line + 1]);
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

function tagAt(text: string, start: number, close: string): Tag | undefined {
  const near = text.slice(start, start + LIMIT);
  const to = near.indexOf(close, 2);
  if (to < 0) return undefined;
  const match = /^\{+[<%#]?-?\s*(\/|end)?\s*([\w./-]*)\s*([^]*)$/i.exec(near.slice(0, to));
  const [, closing, name = '', rest = ''] = match ?? [];
  return { start, end: start + to + close.length, name: name.toLowerCase(), closes: closing !== undefined, rest: rest.trim() };
}

/** What takes the place of the tag; undefined where it stays. */
function textFor({ name, closes, rest }: Tag, alone: boolean): string | undefined {
  if (closes) return '';
  const [, quoted = rest.split(/\s/)[0] ?? ''] = /^["'`]([^"'`]*)["'`]/.exec(rest) ?? [];
  const text = textAttribute(rest);
  if (LINKING.test(name)) return quoted;
  if (INCLUDING.test(name)) {
    const file = /\b(?:file|src|url|path)\s*=\s*["']([^"']+)/.exec(rest)?.[1] ?? quoted;
    return file === '' ? '' : `Included: [${file}](${file.split(':')[0]?.includes('/') ? fileOf(file) : file})`;
  }
  if (name === 'figure' || name === 'img' || name === 'image') {
    const source = /\bsrc\s*=\s*["']([^"']+)/.exec(rest)?.[1] ?? quoted;
    return `![${text ?? ''}](${source})`;
  }
  const kind = /\b(?:type|style|class|variant|color)\s*=\s*["']([\w-]+)/.exec(rest)?.[1] ?? quoted;
  const boxed = label(name === 'hint' || name === 'alert' || name === 'admonition' || name === 'callout' ? kind : name, text);
  if (boxed !== undefined) return alone || text === undefined ? boxed : text;
  if (ARRANGING.test(name)) return quoted !== '' && /^tab/.test(name) ? `**${quoted}**` : '';
  return alone && name !== 'data' ? '' : undefined;
}

/** The file of an include, without the lines or the anchor that mdBook takes from it. */
function fileOf(file: string): string {
  return file.split(':')[0] ?? file;
}
