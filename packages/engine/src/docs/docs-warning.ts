/** The kind of a warning. `format` means that a part of the document could not be parsed. */
export type DocsWarningKind =
  | 'front-matter'
  | 'format'
  | 'encoding'
  | 'fence'
  | 'link'
  | 'image'
  | 'split'
  | 'credential';

/** A warning about a line of a document. */
export interface DocsWarning {
  readonly kind: DocsWarningKind;
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** Beginning of the message of a warning about syntax of a site generator in items. */
export const LEFTOVER_SYNTAX = 'the text contains syntax of a site generator';
