import type { Reference } from '@context-sync/reading';
import type { DocumentFacts } from './facts/document-facts.ts';
import type { AnchorRule } from './heading-anchors.ts';
import type { Lookup } from './reference-lookup.ts';
import type { UncheckedReason } from './unchecked-reasons.ts';

/** Target of a reference according to the rules of a generator. Its anchor is not checked yet. */
export type Target =
  | {
      readonly path: string;
      /** Anchor in the reference, without `#`. */
      readonly fragment?: string | undefined;
      readonly query?: string;
      /** Title of the target, for a reference without its own text. */
      readonly title?: string;
      /** Whether the anchor is known to exist. */
      readonly isChecked?: boolean;
      /** Whether the anchor can be defined outside of the repository, so that a link to a missing anchor is not broken. */
      readonly isOpen?: boolean;
    }
  | { readonly problem: string }
  /** The rules do not cover the target, so it is unknown whether the target exists. */
  | { readonly unchecked: UncheckedReason };

/** Rules of a generator for one site in the repository, as documented by the generator. */
export interface Rules {
  /** Name of the generator, such as `mkdocs`. */
  readonly generator: string;
  /** Folder that relative URLs and the configuration refer to. */
  readonly folder: string;
  readonly anchors: AnchorRule;
  /** Returns whether the document belongs to the site. */
  covers(path: string): boolean;
  /**
   * Returns the path of the page's URL relative to the site's URL, with a leading slash and without percent-encoding. Returns undefined if the file
   * is not published.
   */
  getAddress(path: string, facts: DocumentFacts): string | undefined;
  /** URL path of the docs folder. Set only if the path cannot be derived from the URL of an index page in the folder. */
  readonly base?: string;
  /** Prefix of all URL paths of the site, without a trailing slash. Links may contain it. */
  readonly linkBase?: string;
  /** Whether the generator adds `linkBase` to links that begin with a slash. */
  readonly addsLinkBase?: boolean;
  /** Folders whose files are published unchanged. */
  readonly assets?: readonly string[];
  /** Resolves a reference. Returns undefined if no rule applies to the reference. */
  locate(from: string, reference: Reference, lookup: Lookup): Target | undefined;
  /** Returns the names, derived from the path of a document, with which other documents can refer to it. */
  namesFromPath(path: string): readonly string[];
  /** Returns the names, derived from the text of a document, with which other documents can refer to it. */
  namesFromFacts(path: string, facts: DocumentFacts): readonly string[];
  /** AsciiDoc attributes that the configuration sets for documents. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Returns the path of a file that a document includes; undefined if no rule applies to the target. */
  includePath?(from: string, target: string, lookup: Lookup): string | undefined;
}

/** A static site generator. It creates the rules for the sites of a configuration file. */
export interface Generator {
  readonly name: string;
  /** Paths of the generator's configuration files relative to the site's folder, which can be anywhere. */
  readonly configNames: readonly string[];
  /**
   * Returns the rules of the sites that a configuration file describes; an empty list if the generator did not define the file.
   * @param text content of the configuration file
   */
  rules(path: string, text: string, files: ConfigFiles): readonly Rules[];
  /** Returns the title of the site; undefined if its configuration contains none, or computes it. */
  title?(path: string, text: string): string | undefined;
}

/** Access to files that a generator needs in addition to its configuration. */
export interface ConfigFiles {
  readonly paths: ReadonlySet<string>;
  /** Returns the text of another configuration file; undefined if the file does not exist or is not loaded yet. */
  read(path: string): string | undefined;
}
