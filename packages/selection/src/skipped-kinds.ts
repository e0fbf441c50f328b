/** Kinds of documents that are skipped by default. `templates` are issue and pull request templates, which GitHub also reads from `docs/`. */
export const SKIPPED_KINDS = [
  'licenses',
  'changelogs',
  'contributing',
  'code-of-conduct',
  'templates',
  'translations',
  'versions',
  'duplicates',
] as const;

/** A kind of document that is skipped by default. */
export type SkippedKind = (typeof SKIPPED_KINDS)[number];
