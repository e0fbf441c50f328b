import { getSlug } from '../markdown/heading-slug.ts';

/** Replacements in docutils for letters that do not decompose into ASCII. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  ƀ: 'b',
  ɨ: 'i',
  ß: 'sz',
  æ: 'ae',
  œ: 'oe',
};

/**
 * Returns the id that docutils generates: lowercase, ASCII letters and digits, other characters replaced by single `-`, beginning with a letter. May
 * be empty.
 */
export function makeId(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[øđħıłŧƀɨßæœ]/g, (letter) => LETTER_REPLACEMENTS[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/[^\s!-~]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .replace(/-$/, '');
}

/** Returns the anchor of a heading, created from its nearest label or else from its title; undefined if GitHub generates the same anchor. */
export function createHeadingId(
  title: string,
  labels: readonly string[],
  seenSlugs: ReadonlySet<string>,
): string | undefined {
  const github = getSlug(title);
  const label = labels.map(makeId).findLast((id) => id !== '' && !seenSlugs.has(id));
  if (label !== undefined) return label === github ? undefined : label;
  const titleId = makeId(title);
  return titleId === '' || titleId === github || seenSlugs.has(titleId) ? undefined : titleId;
}
