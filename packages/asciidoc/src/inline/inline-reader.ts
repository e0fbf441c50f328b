import { replaceReferences } from '../source/attribute-references.ts';
import type { DocumentAttributes } from '../source/document-attributes.ts';
import { decodeReferences } from './escape-text.ts';
import type { InlineDocument } from './inline-document.ts';
import { protectPassthroughs } from './passthrough.ts';
import { createProtectedTexts, HARD_BREAK } from './protected-texts.ts';
import type { ReferenceTargets } from './reference-targets.ts';
import { scanInline } from './scan-inline.ts';

/** A converter for inline text. `line` is the line where the text begins, which determines the values of attributes. */
export interface InlineReader {
  /** Returns Markdown with the same number of lines as the text; a line whose text was removed is empty. */
  markdown(text: string, line: number): string;
  /** Returns Markdown on one line, with `<br>` for line breaks that the author requested. */
  oneLine(text: string, line: number): string;
  /** Returns the visible text without markup. */
  plain(text: string, line: number): string;
  /** Returns the visible text of a line of code, with its white space. */
  plainCode(text: string, line: number): string;
  /** Returns the text with its attribute references replaced. Markup stays as written. */
  resolve(text: string, line: number): string;
}

/** Maximum number of characters that references may add to a document. */
const MAX_EXPANSION_CHARS = 2_000_000;
const QUOTE_MARKS = /[*_`#^~+'"\\]/g;
/** Matches characters that markup can contain. Text without them is identical in Markdown, except for escapes at line starts. */
const MARKUP_CHARS = /[*_`#^~+$[\]({<:\\'\ufdd0-]/;
const BREAK_BEFORE_LINE_END = `${HARD_BREAK}\n`;
const TRAILING_BREAK = new RegExp(`${HARD_BREAK}$`);
const INNER_BREAK = new RegExp(`${HARD_BREAK} ?`, 'g');
/** Matches a link whose URL begins with an undefined attribute. Only the text of such a link is known. */
const UNKNOWN_LINK = /(?<![\\$\w`])\{[a-z\d][\w-]{0,60}\}\/[^\s[\]{}`]{0,300}\[([^[\]\n]{1,300}?)\^?\]/gi;
const COUNTER_PATTERN = /^(counter2?):([^:]+)(?::(.+))?$/;

export function createInlineReader(
  attributes: DocumentAttributes,
  references: ReferenceTargets,
  resolve?: InlineDocument['resolve'],
): InlineReader {
  const counters = new Map<string, string>();
  let spentChars = 0;
  const document: InlineDocument = {
    attributes,
    references,
    ...(resolve ? { resolve } : {}),
    footnotes: new Map(),
    spend(length) {
      spentChars += length;
      return spentChars <= MAX_EXPANSION_CHARS;
    },
  };
  const lookUpAttribute = (reference: string, line: number): string | undefined => {
    if (reference.startsWith('set:')) return '';
    const counter = COUNTER_PATTERN.exec(reference);
    if (counter) return advanceCounter(counters, counter);
    const name = reference.toLowerCase();
    const value = counters.get(name) ?? attributes.get(name, line);
    return value !== undefined && document.spend(value.length) ? value : undefined;
  };
  const readText = (text: string, line: number, plain: boolean): string => {
    if (!MARKUP_CHARS.test(text)) return text;
    const protectedTexts = createProtectedTexts();
    const isCompatible = attributes.get('compat-mode', line) !== undefined;
    const passthroughs = protectPassthroughs(text, protectedTexts, (name) => lookUpAttribute(name, line), isCompatible);
    const resolvedText = replaceReferences(passthroughs, (name) => {
      // Formatting marks in the value of an attribute are literal text.
      const value = lookUpAttribute(name, line);
      return value && decodeReferences(value).replaceAll(QUOTE_MARKS, (mark) => protectedTexts.protect('text', mark));
    });
    return scanInline(resolvedText.replaceAll(UNKNOWN_LINK, '$1'), {
      protectedTexts,
      document,
      line,
      plain,
      compatible: isCompatible,
    });
  };
  return {
    markdown: (text, line) =>
      readText(text, line, false).replaceAll(BREAK_BEFORE_LINE_END, '\\\n').replaceAll(HARD_BREAK, ''),
    oneLine: (text, line) =>
      readText(text, line, false)
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(TRAILING_BREAK, '')
        .replaceAll(INNER_BREAK, '<br>'),
    plain: (text, line) => readText(text, line, true).replaceAll(HARD_BREAK, '').replaceAll(/\s+/g, ' ').trim(),
    plainCode: (text, line) => readText(text, line, true).replaceAll(HARD_BREAK, ''),
    resolve: (text, line) => replaceReferences(text, (name) => lookUpAttribute(name, line)),
  };
}

/** Returns the next value of a counter: the next number or the next letter. */
function advanceCounter(counters: Map<string, string>, [, kind, name = '', seed]: RegExpExecArray): string {
  const key = name.toLowerCase();
  const lastValue = counters.get(key);
  let nextValue = seed ?? '1';
  if (lastValue !== undefined) {
    nextValue = /^\d{1,9}$/.test(lastValue)
      ? String(Number(lastValue) + 1)
      : String.fromCodePoint((lastValue.codePointAt(0) ?? 64) + 1);
  }
  counters.set(key, nextValue);
  return kind === 'counter2' ? '' : nextValue;
}
