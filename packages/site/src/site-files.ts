import type { Address } from '@context-sync/reading';
import type { DocumentFacts } from './facts/document-facts.ts';

/** Files of the repository that the caller has loaded so far. */
export interface SiteFiles {
  /** Paths of all files in the commit. */
  readonly paths: ReadonlySet<string>;
  /** Returns the text of a file; undefined if the file is not loaded. */
  read(path: string): string | undefined;
  /** Returns stored facts of a document. The default is to compute the facts from the document's text. */
  facts?(path: string): DocumentFacts | undefined;
  /**
   * Returns the documents whose texts define a name; undefined if they are not known yet. The default is to read all documents. See
   * `SiteIndex.getNames`.
   */
  owners?(name: string): readonly string[] | undefined;
  readonly address?: Address;
}
