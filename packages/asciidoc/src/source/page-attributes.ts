import { type FrontMatter, getHead } from '@context-sync/reading';
import type { DocumentAttributes } from './document-attributes.ts';

const FLAGS = ['draft', 'published', 'public', 'context'];

/**
 * Returns page metadata from attributes: `description`, which Asciidoctor writes into the HTML head, and flags with the prefix `page-` as in site
 * generators. https://github.com/asciidoctor/jekyll-asciidoc
 */
export function getPageAttributes(attributes: DocumentAttributes, getPlainText: (text: string) => string): FrontMatter {
  const values = new Map<string, unknown>();
  for (const flag of FLAGS) {
    const value = attributes.get(`page-${flag}`);
    if (value === 'true' || value === 'false') values.set(flag, value === 'true');
  }
  const description = attributes.get('description');
  if (description) values.set('description', getPlainText(description));
  return getHead(values);
}
