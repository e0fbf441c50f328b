/**
 * Kinds of documents that are left out unless they are asked for. `templates` are those of issues and pull requests: GitHub reads them
 * from `docs/` too, so they do stand in docs trees, and nobody asks about them.
 */
export const LEFT_OUT_KINDS = [
  'licenses',
  'changelogs',
  'contributing',
  'code-of-conduct',
  'templates',
  'translations',
  'versions',
  'duplicates',
] as const;

/** A kind of documents that are left out unless they are asked for. */
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];
