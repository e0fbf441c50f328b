import type { Image } from './node.ts';

/** Where a name leads to: a URL, another name, or an anchor of this page. */
export type Target = { readonly url: string } | { readonly alias: string } | { readonly id: string };

/** What `|name|` stands for. */
export type Substitution = { readonly rst: string } | { readonly image: Image };

/** What a document defines anywhere, and uses anywhere else. Names are normal ones. */
export interface Definitions {
  readonly targets: Map<string, Target>;
  /** Targets without a name, which are used up in their order. */
  readonly anonymous: Target[];
  readonly substitutions: Map<string, Substitution>;
  /** Labels as written, in their order: a number, `#`, `#name`, `*`, or the name of a citation. */
  readonly footnotes: string[];
  /** The role of text in single backticks. */
  defaultRole: string;
}

export function createDefinitions(): Definitions {
  return { targets: new Map(), anonymous: [], substitutions: new Map(), footnotes: [], defaultRole: '' };
}

/** Names are compared without case, and white space in them is folded. */
export function normalName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Aliases are followed so far: they may lead in a circle. */
const ALIASES = 20;

/** The address that a name leads to, such as `#anchor`. */
export function addressOf(name: string, { targets }: Definitions): string | undefined {
  let target = targets.get(normalName(name));
  for (let i = 0; i < ALIASES && target; i += 1) {
    if ('url' in target) return target.url;
    if ('id' in target) return `#${target.id}`;
    target = targets.get(normalName(target.alias));
  }
  return undefined;
}

const SYMBOLS = ['*', '†', '‡', '§', '¶', '#', '♠', '♥', '♦', '♣'];

/** What a reader sees of each footnote's label. Numbers that footnotes have themselves are not given to others. */
export function footnoteLabels(footnotes: readonly string[]): string[] {
  const taken = new Set(footnotes);
  let number = 0;
  let symbol = 0;
  return footnotes.map((label) => {
    if (label.startsWith('#')) {
      do number += 1;
      while (taken.has(String(number)));
      return String(number);
    }
    if (label !== '*') return label;
    const mark = SYMBOLS[symbol % SYMBOLS.length] ?? '*';
    symbol += 1;
    return mark;
  });
}
