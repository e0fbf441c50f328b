import { type Definitions, footnoteLabels, normalName } from '../definitions.ts';
import { makeId } from '../slug.ts';
import { begins } from './delimiters.ts';

/** What turning the text of one document into Markdown needs to know, and goes on with. */
export interface InlineScope {
  readonly definitions: Definitions;
  readonly footnotes: FootnoteLabels;
  /** Titles of sections by the names of the targets above them. */
  readonly titles: Map<string, string>;
  /** How many references of each kind were met: they use up what they refer to in its order. */
  readonly met: { anonymous: number; number: number; symbol: number };
  /** Characters that substitutions may still add: one that holds others can stand for very much. */
  budget: number;
  /** How many substitutions the text stands within. */
  depth: number;
}

/** What a reader sees of the footnotes' labels. */
export interface FootnoteLabels {
  /** In the order of the footnotes. */
  readonly all: readonly string[];
  /** Of those without a name. */
  readonly numbers: readonly string[];
  readonly symbols: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}

/** Substitutions may add this many characters, whatever the document holds, and as many again as it has. */
const BUDGET = 200_000;

export function createScope(definitions: Definitions, length: number): InlineScope {
  const { footnotes } = definitions;
  const all = footnoteLabels(footnotes);
  return {
    definitions,
    footnotes: {
      all,
      numbers: all.filter((_, index) => footnotes[index] === '#'),
      symbols: all.filter((_, index) => footnotes[index] === '*'),
      named: new Map(footnotes.map((label, index) => [label, all[index] ?? label])),
    },
    titles: new Map(),
    met: { anonymous: 0, number: 0, symbol: 0 },
    budget: BUDGET + length,
    depth: 0,
  };
}

/** What a reader sees of the label in a reference to a footnote. */
export function footnoteLabel({ footnotes, met }: InlineScope, label: string): string {
  if (label === '#') {
    met.number += 1;
    return footnotes.numbers[met.number - 1] ?? label;
  }
  if (label === '*') {
    met.symbol += 1;
    return footnotes.symbols[met.symbol - 1] ?? label;
  }
  return footnotes.named.get(label) ?? label.replace(/^#/, '');
}

/** Makes the names lead somewhere that running text itself defines. */
export function defineInline(text: string, definitions: Definitions): void {
  defineEmbedded(text, definitions);
  for (let at = text.indexOf('_`'); at >= 0; at = text.indexOf('_`', at + 1)) {
    const end = text.indexOf('`', at + 2);
    if (end < 0) break;
    const key = normalName(text.slice(at + 2, Math.min(end, at + EMBEDDED_LIMIT)));
    if (begins(text, at, 2) && key !== '' && !definitions.targets.has(key))
      definitions.targets.set(key, { id: makeId(key) });
  }
}

/** Links with an address are looked at so far back from their end. */
const EMBEDDED_LIMIT = 1_000;
const EMBEDDED_END = '>`_';

/** `` `name <url>`_ `` */
function defineEmbedded(text: string, { targets }: Definitions): void {
  for (let end = text.indexOf(EMBEDDED_END); end >= 0; end = text.indexOf(EMBEDDED_END, end + 1)) {
    if (text[end + EMBEDDED_END.length] === '_') continue;
    const before = text.slice(Math.max(0, end - EMBEDDED_LIMIT), end);
    const open = before.lastIndexOf('<');
    const start = open < 0 ? -1 : before.lastIndexOf('`', open);
    if (start < 0 || before.indexOf('`', open) >= 0) continue;
    const key = normalName(before.slice(start + 1, open));
    const url = before.slice(open + 1).replaceAll(/\s+/g, '');
    if (key !== '' && url !== '' && !url.endsWith('_') && !targets.has(key)) targets.set(key, { url });
  }
}
