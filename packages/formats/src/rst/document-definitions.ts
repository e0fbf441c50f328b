import type { Image } from './rst-node.ts';

/** The target of a name: a URL, another name, or an anchor on this page. */
export type RstTarget = { readonly url: string } | { readonly alias: string } | { readonly id: string };

/** The replacement of `|name|`. */
export type Substitution = { readonly rst: string } | { readonly image: Image };

/** Definitions from the whole document, because references may precede them. Names are normalized. */
export interface Definitions {
  readonly targets: Map<string, RstTarget>;
  /** Targets without a name, in the order in which references use them. */
  readonly anonymous: RstTarget[];
  readonly substitutions: Map<string, Substitution>;
  /** Labels as written, in document order: a number, `#`, `#name`, `*`, or the name of a citation. */
  readonly footnotes: string[];
  /** Roles of Sphinx's `extlinks`, which link to a URL in which the text of the role replaces `%s`. If the caption is empty, the URL is the caption. */
  readonly externalLinks: Map<string, { readonly url: string; readonly caption: string }>;
  /** The default role, which applies to text in single backticks. */
  defaultRole: string;
}

export function createDefinitions(): Definitions {
  const maps = { targets: new Map(), substitutions: new Map(), externalLinks: new Map() };
  return { ...maps, anonymous: [], footnotes: [], defaultRole: '' };
}

/** Normalizes a name: lowercase, with collapsed white space. */
export function normalizeName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Maximum number of aliases to follow, because they can be circular. */
const MAX_ALIASES = 20;

/** Returns the URL or `#anchor` that a name refers to. */
export function resolveTarget(name: string, { targets }: Definitions): string | undefined {
  let target = targets.get(normalizeName(name));
  for (let i = 0; i < MAX_ALIASES && target; i += 1) {
    if ('url' in target) return target.url;
    if ('id' in target) return `#${target.id}`;
    target = targets.get(normalizeName(target.alias));
  }
  return undefined;
}

const SYMBOLS = ['*', '†', '‡', '§', '¶', '#', '♠', '♥', '♦', '♣'];

/** Returns the visible label of each footnote. Automatic numbers skip numbers that are used explicitly. */
export function createFootnoteLabels(footnotes: readonly string[]): string[] {
  const usedLabels = new Set(footnotes);
  let number = 0;
  let symbol = 0;
  return footnotes.map((label) => {
    if (label.startsWith('#')) {
      do number += 1;
      while (usedLabels.has(String(number)));
      return String(number);
    }
    if (label !== '*') return label;
    const footnoteSymbol = SYMBOLS[symbol % SYMBOLS.length] ?? '*';
    symbol += 1;
    return footnoteSymbol;
  });
}
