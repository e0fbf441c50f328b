/** Reasons why a link is neither resolved nor reported as broken. */
export const UNCHECKED_REASONS = {
  root: 'they begin with "/", and no known site generator defines where such links point; site-url makes them absolute',
  relative: 'they name a page by its URL, and no known site generator defines where such links point',
  outside: 'they point to a part of the site that this repository does not contain',
  above: 'they point to files above the folder of the site',
  unfit:
    'more than a fifth of the links that begin with "/" match no page, so the rules of the generator do not fit the site',
  project: 'they point to another project, component or version',
  object: 'they name objects that the build of the site reads from code, or labels of other projects',
  generated: 'they point to files or pages that the build of the site creates',
  api: 'they point to pages of an API reference that the build of the site generates',
  redirect: 'the host of the site redirects them',
  changed: 'a program of the site can change them',
  folder: 'they point to folders that this repository does not contain, and the build of the site adds pages',
  index: 'they point to folders without an index page, and the generator can create one',
  website: 'they point to other parts of the website',
} as const;

/** A reason why a link is neither resolved nor reported as broken. */
export type UncheckedReason = (typeof UNCHECKED_REASONS)[keyof typeof UNCHECKED_REASONS];

/** Reasons that follow from the configuration of the site: the target exists on the website, although the repository does not contain it. */
const KNOWN_REASONS: ReadonlySet<string> = new Set([
  UNCHECKED_REASONS.generated,
  UNCHECKED_REASONS.api,
  UNCHECKED_REASONS.redirect,
  UNCHECKED_REASONS.website,
]);

/** Returns whether the rules of the generator define the targets of such links. For any other reason, it is unknown whether the targets exist. */
export function isKnownReason(reason: string): boolean {
  return KNOWN_REASONS.has(reason);
}
