import { getFormatName } from '@context-sync/formats/extensions';
import { asciidocFacts } from './asciidoc-facts.ts';
import type { DocumentFacts } from './document-facts.ts';
import { htmlFacts } from './html-facts.ts';
import { markdownFacts } from './markdown-facts.ts';
import { rstFacts } from './rst-facts.ts';

/** Returns the facts of a document; an empty object for a file that is not a document. */
export function getFacts(path: string, text: string): DocumentFacts {
  switch (getFormatName(path)) {
    case 'markdown':
      return markdownFacts(text, false);
    case 'mdx':
      return markdownFacts(text, true);
    case 'rst':
      return rstFacts(text);
    case 'asciidoc':
      return asciidocFacts(text);
    case 'html':
      return htmlFacts(text);
    default:
      return {};
  }
}
