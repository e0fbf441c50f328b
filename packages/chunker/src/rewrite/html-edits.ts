import { type ElementTag, findFirstText, findLine, getLineEnd, getLineStart } from '@context-sync/formats';
import { getEnd, getKind, getStart, HEADING, HTML, TABLE } from '../scan/scanned-blocks.ts';
import type { Container } from './directive-edits.ts';
import type { ScannedText, TextEdit } from './text-edits.ts';

/** Maximum nesting depth of elements. Deeper elements stay unchanged. */
const MAX_DEPTH = 50;
/** Maximum length of the content of an element that becomes emphasized text or code. */
const MAX_INLINE_LENGTH = 300;
/** Matches elements that only lay out or color their content. */
const LAYOUT_ELEMENT =
  /^(?:p|div|span|section|article|aside|center|font|small|big|u|ins|mark|abbr|dfn|nobr|figure|figcaption|summary|kbd|button|label|picture|header|footer|main|details)$/;
/** Matches elements without content that readers do not see. */
const INVISIBLE_ELEMENT = /^(?:source|wbr)$/;
/** The marks of Markdown for elements that emphasize their content. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['i', '*'],
  ['em', '*'],
  ['code', '`'],
]);
/** Matches headings within other elements, such as cards, which become bold text. The heading of a page stays for `findHtmlTitle`. */
const HEADING_ELEMENT = /^h[1-6]$/;
const LIST_ELEMENT = /^(?:ul|ol|li)$/;
/** Matches HTML whose text must stay as it is. */
const RAW_ELEMENT = /<(?:pre|script|style|textarea)[\s>]/i;
const TABLE_ELEMENT = /<table[\s>]/i;

/** Match the classes of a file tree, of an entry, and of the elements that contain the next level. */
const TREE = /(?:^|\s)(?:file|directory|folder)-?tree(?:\s|$)/;
const TREE_ENTRY = /(?:^|\s)item(?:\s|$)/;
const TREE_LEVEL = /(?:^|\s)children(?:\s|$)/;

/** A start tag whose end tag is not found yet. */
interface HtmlElement extends ElementTag {
  readonly block: number;
}

/** Collects the edits that replace the elements of handwritten Markdown with their text. */
export class HtmlEdits {
  readonly #draft: ScannedText;
  readonly #edits: TextEdit[];
  readonly #containers: Container[];
  readonly #open: HtmlElement[] = [];
  readonly #rawBlocks = new Map<number, boolean>();
  readonly #changedBlocks = new Set<number>();
  /** Lines that begin with an entry of a list, whose indentation is its level. */
  readonly #listLines = new Set<number>();
  #listDepth = 0;
  /** Index of the block with the first Markdown heading. */
  readonly #firstHeading: number;
  /** State of the first `h1` element: not found yet, open, or closed. */
  #title: 'none' | 'open' | 'closed' = 'none';

  constructor(
    draft: ScannedText,
    { edits, containers }: { readonly edits: TextEdit[]; readonly containers: Container[] },
  ) {
    this.#draft = draft;
    this.#edits = edits;
    this.#containers = containers;
    const heading = draft.blocks.kinds.indexOf(HEADING);
    this.#firstHeading = heading < 0 ? Number.POSITIVE_INFINITY : heading;
  }

  /**
   * Adds the edits for a tag: tags of layout are removed, and emphasized text gets the marks of Markdown. An element without an end tag stays as it
   * is, because it may be a placeholder such as `<name>`. Returns whether the tag is handled.
   */
  add(tag: ElementTag, block: number): boolean {
    const { name, start, end, closes, isEmpty } = tag;
    if (this.#isRaw(block)) return true;
    if (INVISIBLE_ELEMENT.test(name) && tag.props.size > 0) return this.#replace(block, start, end, '');
    if (LIST_ELEMENT.test(name)) return this.#addListTag(tag, block);
    if (name === 'br') return this.#addBreak(tag, block);
    if (!LAYOUT_ELEMENT.test(name) && !HEADING_ELEMENT.test(name) && !MARKS.has(name)) return false;
    if (isEmpty || (name === 'h1' && this.#isTitle(tag, block))) return true;
    if (!closes) {
      if (this.#open.length < MAX_DEPTH) this.#open.push({ ...tag, block });
      return true;
    }
    const index = this.#open.findLastIndex((each) => each.name === name);
    const opening = this.#open[index];
    if (opening === undefined) return true;
    this.#open.length = index;
    const mark = this.#getMark(opening, tag);
    if (mark === undefined) return true;
    const { lines, blocks } = this.#draft;
    const { text } = lines;
    // The content of a `details` element must stay with its `summary`.
    if (name === 'details' && opening.block !== block) {
      const first = findLine(lines, opening.start, getStart(blocks, opening.block));
      this.#containers.push([first, findLine(lines, start, getStart(blocks, block)) + 1]);
    }
    // Spans without a space between them are alternatives. The page shows only one of them.
    const separator = (name === 'span' || HEADING_ELEMENT.test(name)) && text.startsWith(`<${name}`, end) ? ' ' : '';
    if (name === 'div' && TREE_ENTRY.test(getClass(opening)) && this.#open.some((each) => TREE.test(getClass(each))))
      this.#addTreeEntry(opening);
    else {
      // Without the tag, Markdown would parse a mark such as the `*` of a footnote as the start of a list.
      const isLineStart = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, opening.start - 40), opening.start));
      const isBullet = mark === '' && isLineStart && /^[*+-][ \t]/.test(text.slice(opening.end, opening.end + 2));
      this.#replace(opening.block, opening.start, opening.end, isBullet ? '\\' : mark);
    }
    return this.#replace(block, start, end, mark + separator);
  }

  /** Returns whether the `h1` tag belongs to the first heading of the page. */
  #isTitle({ closes }: ElementTag, block: number): boolean {
    if (block > this.#firstHeading || this.#title === 'closed') return false;
    this.#title = closes ? 'closed' : 'open';
    return true;
  }

  /** Removes a `br` tag at the end of a line, because the text contains a line break at the same position. */
  #addBreak({ start, end }: ElementTag, block: number): boolean {
    const { lines, blocks } = this.#draft;
    if (getKind(blocks, block) === TABLE || !/^[ \t]*(?:\n|$)/.test(lines.text.slice(end, end + 40))) return false;
    return this.#replace(block, start, end, '');
  }

  /** Turns the entries of a list into entries of Markdown. Within a line of text, each entry begins after a line break. */
  #addListTag({ name, start, end, closes }: ElementTag, block: number): boolean {
    const { lines, blocks } = this.#draft;
    const isHtml = getKind(blocks, block) === HTML;
    if (isHtml && this.#contains(block, TABLE_ELEMENT)) return false;
    if (name !== 'li') this.#listDepth = Math.max(this.#listDepth + (closes ? -1 : 1), 0);
    if (name !== 'li' || closes) return this.#replace(block, start, end, '');
    if (!isHtml) return this.#replace(block, start, end, '<br>- ');
    const { text } = lines;
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const isFirst = /^[ \t]*(?:<[uo]l[^<>]*>[ \t]*)*$/.test(text.slice(lineStart, start));
    const indent = '  '.repeat(Math.max(Math.min(this.#listDepth, MAX_DEPTH) - 1, 0));
    if (isFirst) this.#listLines.add(findLine(lines, start, getStart(blocks, block)));
    return this.#replace(block, isFirst ? lineStart : start, end, `${isFirst ? '' : '\n'}${indent}- `);
  }

  /** Turns an entry of a file tree into a list entry, whose indentation is its level. */
  #addTreeEntry({ block, start, end }: HtmlElement): void {
    const { text } = this.#draft.lines;
    const level = this.#open.filter((each) => TREE_LEVEL.test(getClass(each))).length;
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const from = text.slice(lineStart, start).trim() === '' ? lineStart : start;
    this.#replace(block, from, end, `${'  '.repeat(level)}- `);
  }

  /** Adds the edits that remove the indentation of HTML whose tags are removed, because Markdown would treat the text as code. */
  finish(): void {
    const { lines, blocks } = this.#draft;
    for (const block of this.#changedBlocks) {
      if (getKind(blocks, block) !== HTML) continue;
      const base = this.#measureIndent(getStart(blocks, block));
      for (let line = getStart(blocks, block) + 1; line < getEnd(blocks, block); line += 1) {
        if (this.#listLines.has(line)) continue;
        const start = getLineStart(lines, line) + base;
        const end = getLineStart(lines, line) + this.#measureIndent(line);
        if (end > start) this.#edits.push({ start, end, text: '' });
      }
    }
  }

  /** Returns the mark for the content between the tags; undefined if the element must stay as it is. */
  #getMark(opening: HtmlElement, closing: ElementTag): string | undefined {
    const inner = this.#draft.lines.text.slice(opening.end, Math.min(closing.start, opening.end + MAX_INLINE_LENGTH));
    const isShort = closing.start - opening.end < MAX_INLINE_LENGTH && inner.trim() === inner && inner !== '';
    if (opening.name === 'summary') {
      const words = inner.replaceAll(/<[^<>]*>/g, '');
      return isShort && words.trim() === words && !/\*\*|\n|<(?:h\d|b|strong)\b/.test(inner) ? '**' : '';
    }
    if (HEADING_ELEMENT.test(opening.name)) return isShort && !/\*\*|\n|</.test(inner) ? '**' : '';
    const mark = MARKS.get(opening.name);
    // An element without content is an icon, or the target of links.
    if (mark === undefined || (inner === '' && !opening.props.has('id'))) return '';
    // Code with links is not code in Markdown.
    if (mark === '`' && /\]\(|<a\s/.test(inner)) return '';
    const isText = isShort && !/[\n*`|]/.test(inner) && !(mark === '`' && /[&<\\]/.test(inner));
    // Text on lines of its own is not emphasized in Markdown.
    const isOnOwnLines = mark !== '`' && /^[ \t]*\n[^\n]/.test(inner) && !/\n[ \t]*\n/.test(inner);
    return isText ? mark : isOnOwnLines ? '' : undefined;
  }

  #replace(block: number, start: number, end: number, text: string): true {
    this.#edits.push({ start, end, text });
    this.#changedBlocks.add(block);
    return true;
  }

  #isRaw(block: number): boolean {
    if (getKind(this.#draft.blocks, block) !== HTML) return false;
    let isRaw = this.#rawBlocks.get(block);
    if (isRaw === undefined) {
      isRaw = this.#contains(block, RAW_ELEMENT);
      this.#rawBlocks.set(block, isRaw);
    }
    return isRaw;
  }

  #contains(block: number, element: RegExp): boolean {
    const { lines, blocks } = this.#draft;
    const start = getLineStart(lines, getStart(blocks, block));
    return element.test(lines.text.slice(start, getLineEnd(lines, getEnd(blocks, block) - 1)));
  }

  #measureIndent(line: number): number {
    const { lines } = this.#draft;
    const start = getLineStart(lines, line);
    return findFirstText(lines.text, start, getLineEnd(lines, line)) - start;
  }
}

function getClass({ props }: ElementTag): string {
  const value = props.get('class');
  return typeof value === 'string' ? value : '';
}

/** Returns whether the element is a heading, or only emphasizes its content. */
export function isHeadingOrEmphasis(name: string): boolean {
  return MARKS.has(name) || HEADING_ELEMENT.test(name);
}

/** Returns whether the element only emphasizes its content. */
export function isEmphasis(name: string): boolean {
  return MARKS.has(name);
}
