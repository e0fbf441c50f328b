import { slugOf } from '../markdown/slug.ts';

/** Letters that do not decompose into one of ASCII, as docutils replaces them. */
const LETTERS: Readonly<Record<string, string>> = {
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

/** docutils' rule for ids: lower case, ASCII letters and numbers, runs of anything else as one `-`, beginning with a letter. May be empty. */
export function makeId(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[øđħıłŧƀɨßæœ]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/[^\s!-~]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .replace(/-$/, '');
}

/** The anchor that a heading's page gives it: its nearest label's, or the title's; undefined where that is what GitHub makes of the title. */
export function headingId(title: string, labels: readonly string[], seen: ReadonlySet<string>): string | undefined {
  const github = slugOf(title);
  const label = labels.map(makeId).findLast((id) => id !== '' && !seen.has(id));
  if (label !== undefined) return label === github ? undefined : label;
  const own = makeId(title);
  return own === '' || own === github || seen.has(own) ? undefined : own;
}
