/** A reference to a page or to a position in a page, in the syntax of a format. */
export interface Reference {
  /**
   * Syntax of the reference: `url` for the destination of a link or image, `xref` for Antora and AsciiDoc, `label`, `doc` and `term` for the Sphinx
   * roles, `ref` for Hugo's `ref` and `relref`.
   */
  readonly kind: 'url' | 'xref' | 'label' | 'doc' | 'term' | 'ref';
  /** Target as written in the document, with attributes and substitutions replaced. */
  readonly target: string;
}

/** Result of resolving a reference: the URL and title of its target, or the reason why it is broken. */
export interface ResolvedTarget {
  /**
   * Absolute URL of the target: the page on the public site, or the file in the repository. Absent if there is no page or file to link to, in which
   * case only the text of the link is kept.
   */
  readonly url?: string;
  /** Title of the target, for a reference that has no text of its own. */
  readonly title?: string;
  /**
   * Reason why it is unknown whether the target exists, such as a generator without known rules. `url` is then the URL in the document, made absolute if
   * possible.
   */
  readonly unchecked?: string;
  /** Reason why the target was not found, as a message for the author, such as `docs/setup.md does not exist`. */
  readonly problem?: string;
}

/** Result of including a file: its path and its text, or the reason why it cannot be included. */
export type InclusionResult = { readonly path: string; readonly text: string } | { readonly problem: string };

/** URLs at which readers find the docs: the public site and the repository. */
export interface Address {
  /** Public URL of the docs site. */
  readonly siteUrl?: string;
  /** URL that repository paths are appended to, such as `https://github.com/octo/api/blob/main/`. */
  readonly repositoryUrl?: string;
  /** The docs folder, which is the root of the site. */
  readonly root?: string;
}

/**
 * Information about the repository that a document belongs to. The site records which information from other files was used, so that the document is
 * chunked again when that information changes. All paths are relative to the repository root.
 */
export interface Site {
  /** Resolves a reference of the document at `from` by the rules of the site's generator. */
  resolve(from: string, reference: Reference): ResolvedTarget;
  /** Returns the absolute URL of a document: its page on the public site, or its file in the repository. Undefined if neither is known. */
  pageUrl(path: string): string | undefined;
  /** Returns the attributes that the generator's configuration, such as `antora.yml`, sets for the document. */
  attributes(path: string): ReadonlyMap<string, string>;
  /** Returns the file that the document at `from` includes. The caller selects tagged regions and line ranges. */
  include(from: string, target: string): InclusionResult;
  /** Returns whether another document includes the document at `path`. */
  isIncluded(path: string): boolean;
  /**
   * Returns the titles of pages above the page, outermost first, that distinguish the page from other pages with the same title. Returns an empty list
   * if no other page of the site has the title.
   */
  place(path: string, title: string): readonly string[];
  /** Returns the title that the navigation of the site gives to a page, for pages without a title of their own. */
  navigationTitle(path: string): string | undefined;
  /** Returns the block texts that repeat on most pages of an HTML site, in the form that `extractHtmlBlockTexts` returns. */
  repeatedTexts(path: string): ReadonlySet<string>;
}

/** Location of a document. Without `site`, references to other files are left as written. */
export interface ReadContext {
  /** Path of the document from the repository root. */
  readonly path: string;
  readonly site?: Site;
  /** Whether admonitions become GitHub alerts instead of text with a bold label. */
  readonly alerts?: boolean;
}
