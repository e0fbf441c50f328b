import { type FrontMatter, headOf } from '../../reading/front-matter.ts';
import type { Attributes } from './attributes.ts';

const FLAGS = ['draft', 'published', 'public', 'context'];

/**
 * What attributes say of the page: `description`, which Asciidoctor writes into a page's head, and the flags as site generators read them,
 * with `page-` before the key. https://github.com/asciidoctor/jekyll-asciidoc
 */
export function pageAttributes(attributes: Attributes, plain: (text: string) => string): FrontMatter {
  const values = new Map<string, unknown>();
  for (const flag of FLAGS) {
    const value = attributes.get(`page-${flag}`);
    if (value === 'true' || value === 'false') values.set(flag, value === 'true');
  }
  const description = attributes.get('description');
  if (description) values.set('description', plain(description));
  return headOf(values);
}
