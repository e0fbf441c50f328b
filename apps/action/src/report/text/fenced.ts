import { toVisibleText } from './visible.ts';

/**
 * Formats text as a fenced code block that the text cannot close. GitHub ignores mentions, references and images in code. The language must not
 * be one that GitHub renders, such as mermaid or geojson.
 */
export function codeBlock(text: string, language: 'markdown' | 'text' = 'markdown'): string {
  const shown = toVisibleText(text).replace(/\n+$/, '');
  const longest = Math.max(2, ...Array.from(shown.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}
