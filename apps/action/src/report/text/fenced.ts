import { toVisibleText } from './visible.ts';

/**
 * A text of several lines in a fenced block that nothing in it can close. GitHub sees neither mentions nor references in code, and loads no
 * image from it. The language must not be one that GitHub draws, such as mermaid or geojson.
 */
export function codeBlock(text: string, language: 'markdown' | 'text' = 'markdown'): string {
  const shown = toVisibleText(text).replace(/\n+$/, '');
  const longest = Math.max(2, ...Array.from(shown.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}
