import { getFormatName } from '@context-sync/formats/extensions';
import { readAsciidocFacts } from './asciidoc-facts.ts';
import type { DocumentFacts } from './document-facts.ts';
import { readHtmlFacts } from './html-facts.ts';
import { readMarkdownFacts } from './markdown-facts.ts';
import { readRstFacts } from './rst-facts.ts';

/** Returns the facts of a document; an empty object for a file that is not a document. */
export function getFacts(path: string, text: string): DocumentFacts {
  switch (getFormatName(path)) {
    case 'markdown':
      return readMarkdownFacts(text, false);
    case 'mdx':
      return readMarkdownFacts(text, true);
    case 'rst':
      return readRstFacts(text);
    case 'asciidoc':
      return readAsciidocFacts(text);
    case 'html':
      return readHtmlFacts(text);
    default:
      return {};
  }
}
