import {
  findFirstText,
  findLine,
  formatLabel,
  getLineEnd,
  getLineStart,
  getTextAttribute,
} from '@context-sync/formats';
import { type ScannedText, type TextEdit, visitOutsideCode } from './text-edits.ts';

/** Range of lines (end exclusive) that must stay together. */
export type Container = readonly [from: number, to: number];

/** Maximum nesting depth of directives. Deeper directives are ignored. */
const MAX_DEPTH = 50;

const OPENING_DIRECTIVE =
  /^:{3,}[ \t]*([A-Za-z][\w-]*)?[ \t]*(?:\[(.{0,500})\])?[ \t]*(?:\{([^{}]{0,500})\})?[ \t]*(.{0,500})$/;
/** Matches an element of Microsoft Learn that begins and ends on one line, such as `:::image source="a.png" alt-text="A":::`. */
const LINE_ELEMENT = /^:::[ \t]*([a-z][a-z-]*)((?:[ \t]+[\w-]+[ \t]*=[ \t]*(?:"[^"\n]*"|'[^'\n]*'))*)[ \t]*:::/i;
/** Matches the start and end of a part that Microsoft Learn shows for one language, product or version. */
const PART_BOUNDARY =
  /^:::[ \t]*(?:(?:zone|moniker)[ \t]+\w+[ \t]*=[ \t]*["']([^"'\n]*)["']|(?:zone|moniker)-end)[ \t]*$/i;
const MODULE_PATH = /^(?:\.[A-Za-z_]\w*)+$/;
const CLASS_PATTERN = /^\s*\.?(?:callout-)?([A-Za-z][\w-]*)/;

/** Turns `:::tip[Title]` … `:::` into a bold line and the text below it. */
export function createDirectiveEdits(draft: ScannedText, containers: Container[]): TextEdit[] {
  const edits: TextEdit[] = [];
  const { lines } = draft;
  const { text } = lines;
  const openDirectives: number[] = [];
  let line = 0;
  visitOutsideCode(draft, ':::', (_, offset) => {
    line = findLine(lines, offset, line);
    const start = getLineStart(lines, line);
    const end = getLineEnd(lines, line);
    const lineElement = LINE_ELEMENT.exec(text.slice(offset, end));
    if (lineElement) {
      const [written, name = '', attributes = ''] = lineElement;
      edits.push({
        start: offset,
        end: offset + written.length,
        text: formatLineElement(name.toLowerCase(), attributes),
      });
      return offset + written.length;
    }
    if (findFirstText(text, start, end) !== offset) return end;
    const part = PART_BOUNDARY.exec(text.slice(offset, end));
    if (part) {
      edits.push({ start: offset, end, text: part[1] === undefined ? '' : `**${part[1].replaceAll('-', ' ')}**` });
      return end;
    }
    const [, word, title, attributes = '', rest = ''] = OPENING_DIRECTIVE.exec(text.slice(offset, end).trimEnd()) ?? [];
    // A single line of mkdocstrings names the object whose documentation it inserts: `::: package.module`.
    if (word !== undefined && MODULE_PATH.test(rest)) {
      edits.push({ start: offset, end, text: `\`${word}${rest}\`` });
      return end;
    }
    // Pandoc, Quarto and MyST write the name in braces: `::: {.callout-tip}`, `:::{note}`.
    const name = word ?? (attributes === '' ? undefined : (CLASS_PATTERN.exec(attributes)?.[1] ?? ''));
    if (name === undefined) {
      const openingIndex = openDirectives.pop();
      if (openingIndex !== undefined) containers.push([openingIndex, line + 1]);
      edits.push({ start: offset, end, text: '' });
      return end;
    }
    if (openDirectives.length < MAX_DEPTH) openDirectives.push(line);
    edits.push({ start: offset, end, text: formatLabel(name, title ?? getTextAttribute(attributes) ?? rest) ?? '' });
    return end;
  });
  return edits;
}

/** Returns the image, the link or the text of an element on one line. Elements that only lay out the page have none. */
function formatLineElement(name: string, attributes: string): string {
  const get = (key: string) => {
    const [, double, single] =
      new RegExp(`(?:^|\\s)${key}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes) ?? [];
    return (double ?? single ?? '').replaceAll(/[[\]]/g, '').trim();
  };
  const source = get('source');
  if (name === 'image' && source !== '') return `![${get('alt-text')}](${/\s/.test(source) ? `<${source}>` : source})`;
  if (name === 'video' && source !== '') return `[Video](${source})`;
  return name === 'no-loc' ? get('text') : '';
}
