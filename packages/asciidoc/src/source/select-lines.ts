import type { AttributeList } from './attribute-list.ts';

/** A comment that begins or ends a tagged region: https://docs.asciidoctor.org/asciidoc/latest/directives/include-tagged-regions/ */
const TAG = /\b(tag|end)::([^\s[\]]{1,200})\[\](?=$|\s|\*\/|-->|%>|\))/;

/** Width of a tab in columns when the indentation of an included file is changed. */
const INDENTATION = /^[ \t]*/;

/**
 * Returns the lines of an included file that the directive selects by `tag`, `tags` or `lines`, with the indentation and the section levels
 * that it requests. Lines that only mark a region are never text.
 */
export function selectLines(text: string, { named }: AttributeList): readonly string[] {
  const all = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  const ranges = named.get('lines');
  const tags = named.get('tags') ?? named.get('tag');
  const selected =
    ranges !== undefined && ranges !== ''
      ? linesIn(all, ranges)
      : tags === undefined || tags === ''
        ? all
        : taggedIn(all, tags);
  const shown = selected.filter((line) => !(line.includes('::') && TAG.test(line)));
  const indent = named.get('indent');
  const indented = indent !== undefined && /^\d{1,3}$/.test(indent) ? indentBy(shown, Number(indent)) : shown;
  const offset = named.get('leveloffset');
  return offset !== undefined && /^[+-]?\d$/.test(offset) ? shiftTitles(indented, Number(offset)) : indented;
}

/** Returns the lines that ranges such as `1..3;7;9..-1` select. */
function linesIn(all: readonly string[], ranges: string): string[] {
  const wanted = new Set<number>();
  for (const range of ranges.split(/[;,]/, 200)) {
    const [, first, isRange, last] = /^\s*(\d{1,9})(?:(\.\.|-)(-?\d{0,9}))?\s*$/.exec(range) ?? [];
    if (first === undefined) continue;
    const end = isRange === undefined ? Number(first) : last === '' || Number(last) < 0 ? all.length : Number(last);
    for (let line = Number(first); line <= Math.min(end, all.length); line += 1) wanted.add(line);
  }
  return all.filter((_, index) => wanted.has(index + 1));
}

/** Returns the lines in regions such as `a;b`, `*` for all of them, `**` for everything, and `!c` for all others. */
function taggedIn(all: readonly string[], tags: string): string[] {
  const wanted = new Map<string, boolean>();
  for (const name of tags.split(/[;,]/, 200).map((each) => each.trim()))
    if (name !== '') wanted.set(name.replace(/^!/, ''), !name.startsWith('!'));
  const wildcard = wanted.get('*');
  const isBase = wanted.get('**') ?? [...wanted].every(([name, isIn]) => !isIn || (name === '*' && !isIn));
  const open: { readonly name: string; readonly isIn: boolean }[] = [];
  const selected: string[] = [];
  for (const line of all) {
    const [, kind, name = ''] = (line.includes('::') ? TAG.exec(line) : null) ?? [];
    const isIn = open.at(-1)?.isIn ?? isBase;
    if (kind === 'tag') open.push({ name, isIn: wanted.get(name) ?? wildcard ?? isIn });
    else if (kind === 'end') {
      const at = open.findLastIndex((region) => region.name === name);
      if (at >= 0) open.splice(at, 1);
    } else if (isIn) selected.push(line);
  }
  return selected;
}

function indentBy(lines: readonly string[], columns: number): string[] {
  const common = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => INDENTATION.exec(line)?.[0].length ?? 0),
  );
  return lines.map((line) => (line.trim() === '' ? '' : ' '.repeat(columns) + line.slice(common)));
}

/** Changes the levels of section titles outside of code blocks. */
function shiftTitles(lines: readonly string[], offset: number): string[] {
  let delimiter: string | undefined;
  return lines.map((line) => {
    const block = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3})/.test(line) ? line.trimEnd() : undefined;
    if (delimiter !== undefined) {
      if (line.trimEnd() === delimiter) delimiter = undefined;
      return line;
    }
    delimiter = block?.startsWith('```') ? '```' : block;
    const marks = delimiter === undefined ? /^(?:={1,6}|#{1,6})(?=[ \t]+\S)/.exec(line)?.[0] : undefined;
    if (marks === undefined) return line;
    const level = Math.min(Math.max(marks.length + offset, 1), 6);
    return marks.charAt(0).repeat(level) + line.slice(marks.length);
  });
}
