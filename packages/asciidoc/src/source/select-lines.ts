import type { AttributeList } from './attribute-list.ts';

/** A comment that begins or ends a tagged region: https://docs.asciidoctor.org/asciidoc/latest/directives/include-tagged-regions/ */
const TAG_PATTERN = /\b(tag|end)::([^\s[\]]{1,200})\[\](?=$|\s|\*\/|-->|%>|\))/;

/** Matches the indentation of a line. */
const INDENTATION_PATTERN = /^[ \t]*/;

/**
 * Returns the lines of an included file that the directive selects by `tag`, `tags` or `lines`, with the indentation and the section levels that the
 * directive requests. Omits the lines that mark regions.
 */
export function selectLines(text: string, { named }: AttributeList): readonly string[] {
  const allLines = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  const ranges = named.get('lines');
  const tags = named.get('tags') ?? named.get('tag');
  const selectedLines =
    ranges !== undefined && ranges !== ''
      ? selectLineRanges(allLines, ranges)
      : tags === undefined || tags === ''
        ? allLines
        : selectTaggedLines(allLines, tags);
  const visibleLines = selectedLines.filter((line) => !(line.includes('::') && TAG_PATTERN.test(line)));
  const indent = named.get('indent');
  const indentedLines =
    indent !== undefined && /^\d{1,3}$/.test(indent) ? indentBy(visibleLines, Number(indent)) : visibleLines;
  const offset = named.get('leveloffset');
  return offset !== undefined && /^[+-]?\d$/.test(offset) ? shiftTitles(indentedLines, Number(offset)) : indentedLines;
}

/** Returns the lines that ranges such as `1..3;7;9..-1` select. */
function selectLineRanges(all: readonly string[], ranges: string): string[] {
  const selectedLines = new Set<number>();
  for (const range of ranges.split(/[;,]/, 200)) {
    const [, first, isRange, last] = /^\s*(\d{1,9})(?:(\.\.|-)(-?\d{0,9}))?\s*$/.exec(range) ?? [];
    if (first === undefined) continue;
    const end = isRange === undefined ? Number(first) : last === '' || Number(last) < 0 ? all.length : Number(last);
    for (let line = Number(first); line <= Math.min(end, all.length); line += 1) selectedLines.add(line);
  }
  return all.filter((_, index) => selectedLines.has(index + 1));
}

/** Returns the lines that tags select: `a;b` selects two regions, `*` all regions, `**` all lines, and `!c` excludes a region. */
function selectTaggedLines(all: readonly string[], tags: string): string[] {
  const selectionByTag = new Map<string, boolean>();
  for (const name of tags.split(/[;,]/, 200).map((each) => each.trim()))
    if (name !== '') selectionByTag.set(name.replace(/^!/, ''), !name.startsWith('!'));
  const wildcard = selectionByTag.get('*');
  const isBase =
    selectionByTag.get('**') ?? [...selectionByTag].every(([name, isIn]) => !isIn || (name === '*' && !isIn));
  const openTags: { readonly name: string; readonly isIn: boolean }[] = [];
  const selectedTags: string[] = [];
  for (const line of all) {
    const [, kind, name = ''] = (line.includes('::') ? TAG_PATTERN.exec(line) : null) ?? [];
    const isIn = openTags.at(-1)?.isIn ?? isBase;
    if (kind === 'tag') openTags.push({ name, isIn: selectionByTag.get(name) ?? wildcard ?? isIn });
    else if (kind === 'end') {
      const position = openTags.findLastIndex((region) => region.name === name);
      if (position >= 0) openTags.splice(position, 1);
    } else if (isIn) selectedTags.push(line);
  }
  return selectedTags;
}

function indentBy(lines: readonly string[], columns: number): string[] {
  const commonIndent = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => INDENTATION_PATTERN.exec(line)?.[0].length ?? 0),
  );
  return lines.map((line) => (line.trim() === '' ? '' : ' '.repeat(columns) + line.slice(commonIndent)));
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
    const titleMarks = delimiter === undefined ? /^(?:={1,6}|#{1,6})(?=[ \t]+\S)/.exec(line)?.[0] : undefined;
    if (titleMarks === undefined) return line;
    const level = Math.min(Math.max(titleMarks.length + offset, 1), 6);
    return titleMarks.charAt(0).repeat(level) + line.slice(titleMarks.length);
  });
}
