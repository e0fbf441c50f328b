/** A heading of a document. */
export interface HeadingFact {
  /** Text as readers see it, without markup. */
  readonly text: string;
  readonly level: number;
  /** Id that the document gives it. */
  readonly id?: string;
}

/** A place in a document that other documents refer to by a name. */
export interface LabelPlace {
  readonly anchor: string;
  /** Title of the section, figure or table at the place, or the term; absent if a reference must bring its own text. */
  readonly title?: string;
}

/** Facts about a document on which other documents can depend. Plain data, computed only from the text of the document. */
export interface DocumentFacts {
  readonly title?: string;
  readonly headings?: readonly HeadingFact[];
  /** Anchors that the document defines apart from its headings. */
  readonly ids?: readonly string[];
  /** Titles of components that have anchors in some generators, such as tabs. */
  readonly components?: readonly string[];
  /** Values of the front matter that decide the address: `slug`, `url`, `permalink`, `id`. */
  readonly address?: Readonly<Record<string, string>>;
  /** Further addresses of the page, as written: Hugo's `aliases`, Antora's `page-aliases`. */
  readonly aliases?: readonly string[];
  /** Labels by their normalized name (Sphinx). */
  readonly labels?: Readonly<Record<string, LabelPlace>>;
  /** Terms of glossaries by their name in lower case (Sphinx). */
  readonly terms?: Readonly<Record<string, LabelPlace>>;
  /** Files that the document includes, as written. Anchors of included files are anchors of the page. */
  readonly includes?: readonly string[];
}
