/** A reference to another page, or to a place in one, as a format writes it. */
export interface Reference {
  /**
   * The notation: `url` for the destination of a link or image, `xref` for Antora and AsciiDoc, `label`, `doc` and `term` for the Sphinx roles,
   * `ref` for Hugo's `ref` and `relref`.
   */
  readonly kind: 'url' | 'xref' | 'label' | 'doc' | 'term' | 'ref';
  /** As written in the document, with attributes and substitutions replaced. */
  readonly target: string;
}

/** What a reference points to. */
export interface ResolvedTarget {
  /**
   * Absolute URL of the target: the page on the public site, or the file in the repository. Absent if nothing can be linked to: then the link
   * keeps its text only.
   */
  readonly url?: string;
  /** Title of the target, for a reference that has no text of its own. */
  readonly title?: string;
  /** Why the target was not found, for the author of the document, such as `docs/setup.md does not exist`. */
  readonly problem?: string;
}

/** A file, or a part of one, that a document includes. */
export type Inclusion = { readonly path: string; readonly text: string } | { readonly problem: string };

/** Where readers find the docs. */
export interface Address {
  /** Public URL of the docs site. */
  readonly siteUrl?: string;
  /** URL that repository paths are appended to, such as `https://github.com/octo/api/blob/main/`. */
  readonly repositoryUrl?: string;
  /** The docs folder, which is the root of the site. */
  readonly root?: string;
}

/**
 * What a document may ask about the repository that it belongs to. Each answer depends on other files only through facts that the site records,
 * so that the document is chunked again when one of them changes. All paths count from the repository root.
 */
export interface Site {
  /** Resolves a reference of the document at `from` by the rules of the site's generator. */
  resolve(from: string, reference: Reference): ResolvedTarget;
  /** Absolute URL of a document: its page on the public site, or its file in the repository. Absent if neither address is known. */
  pageUrl(path: string): string | undefined;
  /** Attributes that the generator's configuration gives to the document, such as those of `antora.yml`. */
  attributes(path: string): ReadonlyMap<string, string>;
  /** Returns the file that the document at `from` includes. The caller cuts tags and line ranges out of it. */
  include(from: string, target: string): Inclusion;
  /** Whether another document includes the document. */
  isIncluded(path: string): boolean;
  /** Texts of blocks that repeat on most pages of the site that an HTML page belongs to, as `htmlBlockTexts` returns them. */
  repeatedTexts(path: string): ReadonlySet<string>;
}

/** Where a document is. Without `site`, references to other files stay as written. */
export interface ReadContext {
  /** Path of the document from the repository root. */
  readonly path: string;
  readonly site?: Site;
}
