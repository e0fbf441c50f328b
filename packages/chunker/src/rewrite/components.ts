import { firstText, label, lineEnd } from '@context-sync/formats';
import { DIRECTIVE, endOf, HTML, kindOf, startOf } from '../scan/blocks.ts';
import { endsOnLine, type LineTag, restOfLine, tagsIn } from '../scan/line-tags.ts';
import { componentLabel } from './component-label.ts';
import type { Container } from './directives.ts';
import type { ScannedText, TextEdit } from './edits.ts';

/** Elements nested deeper than this are ignored. */
const MAX_DEPTH = 50;

interface OpenComponent extends LineTag {
  readonly block: number;
  /** Replacement of the tag; undefined if the line contains anything else. */
  readonly bare: TextEdit | undefined;
}

/**
 * Removes component tags without props that are alone on their line: `<AppOnly>` … `</AppOnly>`. Tags of admonitions and tabs, such as `<Note>` and
 * `<Tab title="npm">`, become a bold line. The content still belongs together.
 */
export function componentEdits({ lines, blocks }: ScannedText, containers: Container[]): TextEdit[] {
  const edits: TextEdit[] = [];
  const open: OpenComponent[] = [];
  const visit = (tag: LineTag, block: number) => {
    // HTML element names are lowercase.
    if (!/^[A-Z]/.test(tag.name)) return;
    const { at, name, line } = tag;
    const end = lineEnd(lines, line);
    const isBare = isAlone(lines.text, tag.nameEnd, end);
    if (!tag.closes) {
      const rest = restOfLine(lines, tag);
      const text = isBare ? (label(name) ?? '') : labelIn(name, rest.slice(tag.nameEnd - at));
      const bare = text === undefined ? undefined : { start: at, end, text: text };
      if ((bare || !endsOnLine(rest, name)) && open.length < MAX_DEPTH) open.push({ ...tag, block, bare });
      return;
    }
    const place = open.findLastIndex((each) => each.name === name);
    const opened = open[place];
    if (!opened) return;
    open.length = place;
    const { bare, block: first } = opened;
    if (!isBare || !bare) return;
    edits.push(bare, { start: at, end, text: '' });
    containers.push([opened.line, line + 1]);
    // A bold line belongs to the text below it.
    if (bare.text !== '' && kindOf(blocks, first) === HTML && endOf(blocks, first) - startOf(blocks, first) === 1)
      blocks.kinds[first] = DIRECTIVE;
  };
  for (let block = blocks.kinds.indexOf(HTML); block >= 0; block = blocks.kinds.indexOf(HTML, block + 1))
    for (const tag of tagsIn(lines, blocks, block)) visit(tag, block);
  return edits;
}

/** Whether the tag has no props and is alone on its line. */
function isAlone(text: string, nameEnd: number, end: number): boolean {
  const close = firstText(text, nameEnd, end);
  return text.charCodeAt(close) === 0x3e && firstText(text, close + 1, end) === end;
}

/** The label of a tag that ends on its line. */
function labelIn(name: string, props: string): string | undefined {
  return props.endsWith('>') && !props.endsWith('/>') ? componentLabel(name, props.slice(0, -1)) : undefined;
}
