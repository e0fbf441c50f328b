import { PORTAL_MARK } from './page-links.ts';
import type { OutlineEntry, PageSource } from './store.ts';

/** What the renderer needs to know about a page. */
export interface PageText {
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
  readonly source?: PageSource | null;
}

/** What a page contains. */
export interface RenderedMarkdown {
  readonly html: string;
  readonly outline: readonly OutlineEntry[];
  /** Paths of the pages to which the page links. */
  readonly links: readonly string[];
  /** What was removed or could not be rendered. */
  readonly warnings: readonly string[];
}

/** Returns the page for a text that cannot be rendered: the text itself, and the reason as a warning. */
export function createPlainRendering(markdown: string, reason: string): RenderedMarkdown {
  return {
    html: renderPlainText(markdown),
    outline: [],
    links: [],
    warnings: [`the page is shown as plain text, because ${reason}`],
  };
}

/** Returns the HTML of a text that cannot be rendered. */
function renderPlainText(markdown: string): string {
  const escaped = markdown
    .replaceAll(PORTAL_MARK, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return `<pre class="plain-text" tabindex="0">${escaped}</pre>`;
}
