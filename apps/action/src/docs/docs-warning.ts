/** What a remark is about. `format`: something of the document cannot be read as its format means it. */
export type RemarkKind =
  | 'front-matter'
  | 'format'
  | 'encoding'
  | 'fence'
  | 'link'
  | 'image'
  | 'title'
  | 'cut'
  | 'credential';

/** A remark about a line of a document. */
export interface Remark {
  readonly kind: RemarkKind;
  readonly path: string;
  readonly line: number;
  readonly message: string;
}
