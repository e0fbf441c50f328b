import { findCodeSpans } from '@context-sync/formats';
import type { Warning } from '@context-sync/reading';
import type { Item } from './make-items.ts';

/** Syntax of site generators that readers should not see, each with the pattern that finds it outside of code. */
const SYNTAXES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['{{<', /\{\{[<%]/],
  ['{%', /(?<!\{)\{%-?\s*[a-z]/],
  ['{{#', /\{\{#[a-z]/],
  [':name{', /(?:^|[\s(])::?[a-z][a-z\d-]*\{/m],
  ['::name', /^[ \t]*::[a-z][\w-]*[ \t]*$/m],
  [':::', /^[ \t]*:::/m],
  ['[!code', /\[!(?:code|include|div|video)\b/i],
  ['@uid', /(?:^|[\s(])@(?:uid:|[A-Z]\w*(?:\.[A-Z]\w*)+)/m],
  ['<xref:', /<xref:/],
  ['--8<--', /^[ \t]*-+8<-+/m],
  ['<<<', /^[ \t]*<<< ?[@./]/m],
];
/** Matches any character sequence with which such syntax starts. */
const CANDIDATE_PATTERN = /\{[{%]|(?:^|[\s(]):{1,3}[a-z]|^[ \t]*:::|\[!|[\s(]@|^@|<xref:|8<-|<<</im;

/** Returns a warning for each kind of site generator syntax that is left in the texts of items, with the number of these items. */
export function findLeftoverSyntax(items: readonly Item[]): Warning[] {
  const foundSyntax = new Map<string, { count: number; line: number }>();
  for (const { content, lines } of items) {
    if (!CANDIDATE_PATTERN.test(content)) continue;
    const text = removeCode(content);
    for (const [name, pattern] of SYNTAXES) {
      if (!pattern.test(text)) continue;
      const entry = foundSyntax.get(name);
      if (entry) entry.count += 1;
      else foundSyntax.set(name, { count: 1, line: lines[0] });
    }
  }
  return [...foundSyntax].map(([name, { count, line }]) => ({ kind: 'leftover', line, message: name, count }));
}

function removeCode(text: string): string {
  if (!text.includes('`') && !text.includes('~~~')) return text;
  const parts: string[] = [];
  let copiedEnd = 0;
  for (const [start, end] of findCodeSpans(text)) {
    parts.push(text.slice(copiedEnd, start));
    copiedEnd = end;
  }
  return [...parts, text.slice(copiedEnd)].join(' ');
}
