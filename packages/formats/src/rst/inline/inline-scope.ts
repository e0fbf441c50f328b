import type { ResolvedTarget } from '@context-sync/reading';
import { createFootnoteLabels, type Definitions, normalizeName } from '../document-definitions.ts';
import { makeId } from '../heading-slug.ts';
import { isMarkStart } from './markup-delimiters.ts';

/** State for converting the inline text of a document to Markdown. */
export interface InlineScope {
  readonly definitions: Definitions;
  readonly footnotes: FootnoteLabels;
  /** Section titles by the names of the targets above them. */
  readonly titles: Map<string, string>;
  /** Number of references of each kind so far. References without a name use the targets in order. */
  readonly used: { anonymous: number; number: number; symbol: number };
  /** Number of characters that substitutions may still add. Limits nested substitutions, which can grow exponentially. */
  budget: number;
  /** Current depth of nested substitutions. */
  depth: number;
  /** Whether references to footnotes and citations link to them. Only pages contain the anchors. */
  readonly linksFootnotes: boolean;
  /** Resolves references to other documents. Absent if the documents of the site are unknown. */
  readonly resolve?: (kind: 'label' | 'doc' | 'term', target: string) => ResolvedTarget;
}

/** Visible labels of footnotes. */
export interface FootnoteLabels {
  /** Visible labels, in the order of the footnotes. */
  readonly all: readonly string[];
  /** Visible labels of footnotes without a name. */
  readonly numbers: readonly string[];
  readonly symbols: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}

/** Number of characters that substitutions may add, in addition to the length of the document. */
const MIN_SUBSTITUTION_CHARS = 200_000;

export function createScope(
  definitions: Definitions,
  length: number,
  resolve?: InlineScope['resolve'],
  linksFootnotes = false,
): InlineScope {
  const { footnotes } = definitions;
  const allLabels = createFootnoteLabels(footnotes);
  return {
    definitions,
    footnotes: {
      all: allLabels,
      numbers: allLabels.filter((_, index) => footnotes[index] === '#'),
      symbols: allLabels.filter((_, index) => footnotes[index] === '*'),
      named: new Map(footnotes.map((label, index) => [label, allLabels[index] ?? label])),
    },
    titles: new Map(),
    used: { anonymous: 0, number: 0, symbol: 0 },
    budget: MIN_SUBSTITUTION_CHARS + length,
    depth: 0,
    linksFootnotes,
    ...(resolve ? { resolve } : {}),
  };
}

/** Returns the visible label of a footnote reference. */
export function getFootnoteLabel({ footnotes, used }: InlineScope, label: string): string {
  if (label === '#') {
    used.number += 1;
    return footnotes.numbers[used.number - 1] ?? label;
  }
  if (label === '*') {
    used.symbol += 1;
    return footnotes.symbols[used.symbol - 1] ?? label;
  }
  return footnotes.named.get(label) ?? label.replace(/^#/, '');
}

/** Returns the anchor of a footnote or citation, from its visible label. */
export function getFootnoteId(label: string): string {
  return `footnote-${label.toLowerCase().replaceAll(/[^\p{L}\p{N}_-]/gu, (char) => `${char.codePointAt(0)?.toString(16)}`)}`;
}

/** Registers the targets that are defined in inline text. */
export function defineInline(text: string, definitions: Definitions): void {
  defineEmbedded(text, definitions);
  for (let offset = text.indexOf('_`'); offset >= 0; offset = text.indexOf('_`', offset + 1)) {
    const end = text.indexOf('`', offset + 2);
    if (end < 0) break;
    const key = normalizeName(text.slice(offset + 2, Math.min(end, offset + MAX_EMBEDDED_CHARS)));
    if (isMarkStart(text, offset, 2) && key !== '' && !definitions.targets.has(key))
      definitions.targets.set(key, { id: makeId(key) });
  }
}

/** Maximum length of a link with a URL, in characters. */
const MAX_EMBEDDED_CHARS = 1_000;
const EMBEDDED_END = '>`_';

/** Registers targets of the form `` `name <url>`_ ``. */
function defineEmbedded(text: string, { targets }: Definitions): void {
  for (let end = text.indexOf(EMBEDDED_END); end >= 0; end = text.indexOf(EMBEDDED_END, end + 1)) {
    if (text[end + EMBEDDED_END.length] === '_') continue;
    const textBefore = text.slice(Math.max(0, end - MAX_EMBEDDED_CHARS), end);
    const openIndex = textBefore.lastIndexOf('<');
    const start = openIndex < 0 ? -1 : textBefore.lastIndexOf('`', openIndex);
    if (start < 0 || textBefore.indexOf('`', openIndex) >= 0) continue;
    const key = normalizeName(textBefore.slice(start + 1, openIndex));
    const url = textBefore.slice(openIndex + 1).replaceAll(/\s+/g, '');
    if (key !== '' && url !== '' && !url.endsWith('_') && !targets.has(key)) targets.set(key, { url });
  }
}
