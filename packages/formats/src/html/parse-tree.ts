import type { Warning } from '@context-sync/reading';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { Element } from './html-node.ts';
import { createTreeBuilder } from './tree-builder.ts';

/** The element tree of an HTML document. */
export interface Tree {
  readonly root: Element;
  readonly title: string | undefined;
  /** A tag, comment or raw text element that the document never closes. Parsers treat the rest of the document as its content. */
  readonly unclosed: { readonly index: number; readonly what: string } | undefined;
  readonly warnings: readonly Warning[];
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/**
 * Parses a document into a tree, as tolerantly as a browser. Uses only the tokenizer of htmlparser2, because the time of its parser is quadratic in
 * the depth of the document.
 */
export function parseTree(source: string): Tree {
  const builder = createTreeBuilder(createLineCounter(source));
  let tag: { readonly name: string; readonly index: number; attributes: Map<string, string> | undefined } | undefined;
  let attribute = '';
  let value = '';
  /** End of the input parsed so far. */
  let parsedEnd = 0;
  let unclosedElement: Tree['unclosed'];

  function startElement(isSelfClosing: boolean, end: number): void {
    if (tag) builder.start({ ...tag, attributes: tag.attributes ?? NO_ATTRIBUTES, isSelfClosing });
    tag = undefined;
    parsedEnd = end + 1;
  }

  const skip = (_start: number, end: number) => {
    parsedEnd = end + 1;
  };

  const callbacks: TokenizerCallbacks = {
    isInForeignContext: () => builder.isForeign(),
    ontext(from, end) {
      builder.addText(source.slice(from, end), from);
      parsedEnd = end;
    },
    ontextentity(codepoint, end) {
      builder.addText(String.fromCodePoint(codepoint), end - 1);
      parsedEnd = end;
    },
    onopentagname(from, end) {
      tag = { name: source.slice(from, end).toLowerCase(), index: from, attributes: undefined };
    },
    onattribname(from, end) {
      attribute = source.slice(from, end).toLowerCase();
      value = '';
    },
    onattribdata(from, end) {
      value += source.slice(from, end);
    },
    onattribentity(codepoint) {
      value += String.fromCodePoint(codepoint);
    },
    onattribend() {
      if (!tag) return;
      tag.attributes ??= new Map();
      // If an attribute occurs twice, HTML uses its first value.
      if (!tag.attributes.has(attribute)) tag.attributes.set(attribute, value);
    },
    onopentagend: (end) => startElement(false, end),
    onselfclosingtag: (end) => startElement(true, end),
    onclosetag(from, end) {
      builder.end(source.slice(from, end).trim().toLowerCase(), from);
      parsedEnd = end + 1;
    },
    oncomment(_start, end) {
      if (end >= source.length) unclosedElement = { index: parsedEnd, what: 'comment' };
      parsedEnd = end + 1;
    },
    oncdata: skip,
    ondeclaration: skip,
    onprocessinginstruction: skip,
    onend() {
      const rawElement = builder.raw();
      if (unclosedElement) return;
      if (rawElement && rawElement.name !== 'plaintext')
        unclosedElement = { index: rawElement.index - 1, what: `<${rawElement.name}>` };
      else if (source[parsedEnd] === '<' && source[parsedEnd + 1] !== '/')
        unclosedElement = { index: parsedEnd, what: 'tag' };
    },
  };
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true, recognizeSelfClosing: false }, callbacks);
  tokenizer.write(source);
  tokenizer.end();
  builder.finish();
  return { root: builder.root, title: builder.title(), unclosed: unclosedElement, warnings: builder.warnings };
}

/** Returns a function for the line of an index, counted from 1. The indices must not decrease. */
function createLineCounter(source: string): (index: number) => number {
  let line = 1;
  let nextNewline = source.indexOf('\n');
  return (index) => {
    while (nextNewline >= 0 && nextNewline < index) {
      line += 1;
      nextNewline = source.indexOf('\n', nextNewline + 1);
    }
    return line;
  };
}
