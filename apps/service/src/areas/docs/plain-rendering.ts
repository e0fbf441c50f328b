import { PORTAL_MARK } from './page-links.ts';
import type { OutlineEntry, PageSection, PageSource } from './store.ts';

/** Input of the renderer for a page. */
export interface PageText {
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
  readonly description?: string;
  readonly source?: PageSource | null;
}

/** Output of the renderer for a page. */
export interface RenderedMarkdown {
  readonly html: string;
  readonly outline: readonly OutlineEntry[];
  /** Paths of the pages to which the page links. */
  readonly links: readonly string[];
  /** Warnings about content that was removed or could not be rendered. */
  readonly warnings: readonly string[];
  /** Sections of the text for the search index. */
  readonly sections: readonly PageSection[];
  /** Whether the page was not rendered because a time limit was reached. The first request for the page then renders it. */
  readonly isPostponed?: boolean;
}

/** Maximum number of characters of a section if the text cannot be split by headings. */
const PLAIN_SECTION_CHARS = 4_000;

/** Returns the rendering of a text that cannot be parsed: the plain text, and the reason as a warning. */
export function createPlainRendering({ title, markdown }: PageText, reason: string): RenderedMarkdown {
  return {
    html: renderPlainText(markdown),
    outline: [],
    links: [],
    warnings: [`the page is shown as plain text, because ${reason}`],
    sections: splitPlainText(title, markdown),
  };
}

/** Splits a text that cannot be parsed into sections. */
export function splitPlainText(title: string, text: string): PageSection[] {
  const sections: PageSection[] = [];
  for (let start = 0; start < text.length || start === 0; start += PLAIN_SECTION_CHARS)
    sections.push({ title, content: text.slice(start, start + PLAIN_SECTION_CHARS).toWellFormed() });
  return sections;
}

/** Returns the HTML of a text that cannot be rendered. */
function renderPlainText(markdown: string): string {
  const escapedMarkdown = markdown
    .replaceAll(PORTAL_MARK, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return `<pre class="plain-text" tabindex="0">${escapedMarkdown}</pre>`;
}
