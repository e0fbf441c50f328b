import { formatNameOf } from '@context-sync/formats/extensions';
import type { DocumentFacts } from './document-facts.ts';
import { markdownFacts } from './markdown-facts.ts';

/** Returns the facts of a document. A file that is not a document has none. */
export function factsOf(path: string, text: string): DocumentFacts {
  switch (formatNameOf(path)) {
    case 'markdown':
      return markdownFacts(text, false);
    case 'mdx':
      return markdownFacts(text, true);
    default:
      return {};
  }
}
