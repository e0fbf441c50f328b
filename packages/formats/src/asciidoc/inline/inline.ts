import type { References } from '../blocks/references.ts';
import { replaceReferences } from '../source/attribute-references.ts';
import type { Attributes } from '../source/attributes.ts';
import { createHeld, HARD_BREAK } from './held.ts';
import { holdPassthroughs } from './passthrough.ts';
import { scanInline } from './scan.ts';

/** Brings running text to Markdown. `line` is the line that the text begins at, which decides what its attributes are. */
export interface InlineReader {
  /** Markdown with as many line ends as the text; a line whose text went away is empty. */
  markdown(text: string, line: number): string;
  /** Markdown of one line; `<br>` for the breaks that the author asked for. */
  oneLine(text: string, line: number): string;
  /** What a reader sees, without any marks. */
  plain(text: string, line: number): string;
  /** The same of a line of code, where every space counts. */
  plainCode(text: string, line: number): string;
  /** The text with its attribute references resolved, and nothing else. */
  resolve(text: string, line: number): string;
}

/** What the text of a whole document shares. */
export interface InlineDocument {
  readonly attributes: Attributes;
  readonly references: References;
  /** Texts of the footnotes that have a name. */
  readonly footnotes: Map<string, string>;
  /** Takes `length` characters that the document repeats from the allowance for that; false where it is used up. */
  readonly spend: (length: number) => boolean;
}

/** References may add this much text to a document; it keeps a short document from becoming an endless one. */
const EXPANSION_LIMIT = 2_000_000;
const MARKS = /[*_`#^~+'"\\]/g;
/** A text without any of these is the same in Markdown, but for the start of its lines. */
const MARKED = /[*_`#^~+$[\]({<:\\'\ufdd0-]/;
const BREAK_BEFORE_LINE_END = `${HARD_BREAK}\n`;
const LAST_BREAK = new RegExp(`${HARD_BREAK}$`);
const BREAK_IN_LINE = new RegExp(`${HARD_BREAK} ?`, 'g');
const COUNTER = /^(counter2?):([^:]+)(?::(.+))?$/;

export function createInlineReader(attributes: Attributes, references: References): InlineReader {
  const counters = new Map<string, string>();
  let spent = 0;
  const document: InlineDocument = {
    attributes,
    references,
    footnotes: new Map(),
    spend(length) {
      spent += length;
      return spent <= EXPANSION_LIMIT;
    },
  };
  const lookUp = (reference: string, line: number): string | undefined => {
    if (reference.startsWith('set:')) return '';
    const counter = COUNTER.exec(reference);
    if (counter) return counted(counters, counter);
    const name = reference.toLowerCase();
    const value = counters.get(name) ?? attributes.get(name, line);
    return value !== undefined && document.spend(value.length) ? value : undefined;
  };
  const read = (text: string, line: number, plain: boolean): string => {
    if (!MARKED.test(text)) return text;
    const held = createHeld();
    const compatible = attributes.get('compat-mode', line) !== undefined;
    const taken = holdPassthroughs(text, held, (name) => lookUp(name, line), compatible);
    const resolved = replaceReferences(taken, (name) =>
      // Marks that come from a value are not marks.
      lookUp(name, line)?.replaceAll(MARKS, (mark) => held.hold('text', mark)),
    );
    return scanInline(resolved, { held, document, line, plain, compatible });
  };
  return {
    markdown: (text, line) =>
      read(text, line, false).replaceAll(BREAK_BEFORE_LINE_END, '\\\n').replaceAll(HARD_BREAK, ''),
    oneLine: (text, line) =>
      read(text, line, false).replaceAll(/\s+/g, ' ').trim().replace(LAST_BREAK, '').replaceAll(BREAK_IN_LINE, '<br>'),
    plain: (text, line) => read(text, line, true).replaceAll(HARD_BREAK, '').replaceAll(/\s+/g, ' ').trim(),
    plainCode: (text, line) => read(text, line, true).replaceAll(HARD_BREAK, ''),
    resolve: (text, line) => replaceReferences(text, (name) => lookUp(name, line)),
  };
}

/** Advances a counter: numbers by one, letters to the next. */
function counted(counters: Map<string, string>, [, kind, name = '', seed]: RegExpExecArray): string {
  const key = name.toLowerCase();
  const last = counters.get(key);
  let next = seed ?? '1';
  if (last !== undefined) {
    next = /^\d{1,9}$/.test(last) ? String(Number(last) + 1) : String.fromCodePoint((last.codePointAt(0) ?? 64) + 1);
  }
  counters.set(key, next);
  return kind === 'counter2' ? '' : next;
}
