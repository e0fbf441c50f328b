import type { Address } from '@context-sync/reading';
import type { DocumentFacts } from './facts/document-facts.ts';

/** The repository as the caller has loaded it so far. */
export interface SiteFiles {
  /** All files of the commit. */
  readonly paths: ReadonlySet<string>;
  /** Text of a file; undefined if it is not loaded (yet). */
  read(path: string): string | undefined;
  /** Facts of a document that the caller has stored. Default: they are computed from its text. */
  facts?(path: string): DocumentFacts | undefined;
  /**
   * Documents that define a name because of their text; undefined if that is not known yet. Default: all documents are read. See
   * `SiteIndex.namesOf`.
   */
  owners?(name: string): readonly string[] | undefined;
  readonly address?: Address;
}
