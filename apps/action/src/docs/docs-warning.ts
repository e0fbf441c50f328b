/** What a warning is about. `format`: something of the document cannot be read as its format means it. */
export type DocsWarningKind =
  | 'front-matter'
  | 'format'
  | 'encoding'
  | 'fence'
  | 'link'
  | 'image'
  | 'title'
  | 'cut'
  | 'credential';

/** A warning about a line of a document. */
export interface DocsWarning {
  readonly kind: DocsWarningKind;
  readonly path: string;
  readonly line: number;
  readonly message: string;
}
