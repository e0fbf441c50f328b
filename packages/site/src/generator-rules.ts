import type { Reference } from '@context-sync/reading';
import type { DocumentFacts } from './facts/document-facts.ts';
import type { AnchorRule } from './heading-anchors.ts';
import type { Lookup } from './reference-lookup.ts';

/** Target of a reference by the rules of a generator, before its anchor is checked. */
export type Target =
  | {
      readonly path: string;
      /** The requested anchor. */
      readonly fragment?: string | undefined;
      readonly query?: string;
      /** Text for a reference that has none of its own. */
      readonly title?: string;
      /** Whether the anchor is known to exist. */
      readonly isChecked?: boolean;
    }
  | { readonly problem: string };

/** The documented rules of one generator for one site in the repository. */
export interface Rules {
  /** Name of the generator, such as `mkdocs`. */
  readonly generator: string;
  /** Folder that relative addresses and the configuration count from. */
  readonly folder: string;
  readonly anchors: AnchorRule;
  /** Whether the document belongs to the site. */
  covers(path: string): boolean;
  /** Address of the page below the site's address, beginning with a slash; undefined if the file is not published. Not encoded. */
  addressOf(path: string, facts: DocumentFacts): string | undefined;
  /** Address of the docs folder, if it does not follow from the address of an index page in it. */
  readonly base?: string;
  /** Resolves a reference; undefined if no rule applies to it. */
  locate(from: string, reference: Reference, lookup: Lookup): Target | undefined;
  /** Names that others can use for the document because of its path. */
  namesFromPath(path: string): readonly string[];
  /** Names that others can use for the document because of its text. */
  namesFromFacts(path: string, facts: DocumentFacts): readonly string[];
  /** Attributes that the configuration gives to documents. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Path of a file that a document includes; undefined if no rule applies to it. */
  includePath?(from: string, target: string, lookup: Lookup): string | undefined;
}

/** Makes the rules of the sites of a configuration file; none if the file turns out to be something else. */
export interface Generator {
  readonly name: string;
  /** Names of its configuration files, with the folders that belong to the name. They can be in any folder. */
  readonly configNames: readonly string[];
  /** @param text of the configuration file */
  rules(path: string, text: string, files: ConfigFiles): readonly Rules[];
}

/** Files that a generator needs besides its configuration. */
export interface ConfigFiles {
  readonly paths: ReadonlySet<string>;
  /** Text of another configuration file; undefined if it does not exist or is not loaded yet. */
  read(path: string): string | undefined;
}
