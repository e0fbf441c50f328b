import { toVisibleText } from './visible-text.ts';

/**
 * Formats text as a fenced code block that the text cannot close. GitHub ignores mentions, references and images in code. GitHub must not render the
 * language, as it does for mermaid or geojson.
 */
export function formatCodeBlock(text: string, language: 'markdown' | 'text' = 'markdown'): string {
  const visibleText = toVisibleText(text).replace(/\n+$/, '');
  const longestFence = Math.max(2, ...Array.from(visibleText.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longestFence + 1);
  return `${fence}${language}\n${visibleText}\n${fence}`;
}
