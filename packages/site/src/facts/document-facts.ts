import type { NavigationEntry } from './navigation-facts.ts';

/** A heading of a document. */
export interface HeadingFact {
  /** Heading text without markup. */
  readonly text: string;
  readonly level: number;
  /** Id that the document assigns to the heading. */
  readonly id?: string;
}

/** A position in a document that other documents can refer to by name. */
export interface LabelPlace {
  readonly anchor: string;
  /** Title of the section, figure or table at the position, or the term itself. Absent if references must provide their own text. */
  readonly title?: string;
}

/** Properties of a document that other documents can depend on. They are plain data, computed only from the text of the document. */
export interface DocumentFacts {
  readonly title?: string;
  readonly headings?: readonly HeadingFact[];
  /** Anchors that the document defines, except those of headings. */
  readonly ids?: readonly string[];
  /** Titles of components that have anchors in some generators, such as tabs. */
  readonly components?: readonly string[];
  /** Front matter values that determine the page URL: `slug`, `url`, `permalink`, `id`. */
  readonly address?: Readonly<Record<string, string>>;
  /** Additional URLs of the page, as written: Hugo's `aliases`, Antora's `page-aliases`. */
  readonly aliases?: readonly string[];
  /** Labels by their normalized name (Sphinx). */
  readonly labels?: Readonly<Record<string, LabelPlace>>;
  /** Glossary terms by their name in lowercase (Sphinx). */
  readonly terms?: Readonly<Record<string, LabelPlace>>;
  /** Objects of Python code that the document describes (Sphinx), with their full names, or with the part of the name that the document contains. */
  readonly objects?: readonly string[];
  /** Pages in the tables of contents of the document (Sphinx), as written. */
  readonly children?: readonly string[];
  /** Entries of a navigation file. */
  readonly navigation?: readonly NavigationEntry[];
  /** Whether the generator can create anchors that the text does not contain, for example by components or shortcodes. */
  readonly hasOpenAnchors?: boolean;
  /** Paths of included files, as written. Anchors of included files are also anchors of the page. */
  readonly includes?: readonly string[];
}
