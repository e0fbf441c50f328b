import { getFormatName } from '@context-sync/formats/extensions';
import { readAsciidocFacts } from './asciidoc-facts.ts';
import type { DocumentFacts } from './document-facts.ts';
import { isLabelFile, readFolderLabel } from './folder-labels.ts';
import { readHtmlFacts } from './html-facts.ts';
import { readMarkdownFacts } from './markdown-facts.ts';
import { isNavigationFile, readNavigation } from './navigation-facts.ts';
import { readRstFacts } from './rst-facts.ts';
import { readJsonFacts, readNotebookFacts } from './title-facts.ts';

/** Returns the facts of a document or of a navigation file; an empty object for any other file. */
export function getFacts(path: string, text: string): DocumentFacts {
  if (isNavigationFile(path)) {
    const navigation = readNavigation(path, text);
    return { ...readFormatFacts(path, text), ...(navigation.length === 0 ? {} : { navigation }) };
  }
  const label = isLabelFile(path) ? readFolderLabel(path, text) : undefined;
  return label === undefined ? readFormatFacts(path, text) : { title: label };
}

function readFormatFacts(path: string, text: string): DocumentFacts {
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
    // Sphinx documents include files with the extension `.txt`, whose labels belong to the project.
    case 'plain-text': {
      const { labels } = /^\.\. _\S/m.test(text) ? readRstFacts(text) : {};
      return labels === undefined ? {} : { labels };
    }
    case 'notebook':
      return readNotebookFacts(text);
    case 'openapi':
      return readJsonFacts(text);
    default:
      return {};
  }
}
