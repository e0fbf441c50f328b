import { chunk, DEFAULT_TARGET_SIZE } from '@context-sync/chunker';
import { type PageText, splitPlainText } from './plain-rendering.ts';
import type { PageSection } from './store.ts';

/** Splits a page into sections for the search index. They equal the context items that a sync of the same file sends. */
export function splitSections({ path, title, markdown, description = '' }: PageText): PageSection[] {
  const hasTitle = /^\s*# /.test(markdown);
  const text = [...(hasTitle ? [] : [`# ${title.replaceAll(/\s+/g, ' ')}`, description]), markdown].join('\n\n');
  try {
    const { items } = chunk({ path: `${path}.md`, text }, { targetSize: DEFAULT_TARGET_SIZE });
    // A page without a text still has a title that a search should find.
    return items.length > 0
      ? items.map(({ title: sectionTitle, content }) => ({ title: sectionTitle, content }))
      : [{ title, content: description }];
  } catch {
    return splitPlainText(title, markdown);
  }
}
