/** A version with a number, such as `v2` or `1.2`. */
export interface Version {
  /** Parts of the version: `1.2` is [1, 2]. An `x` is higher than every number: `1.x` is [1, Infinity]. */
  readonly numbers: readonly number[];
  /** Stage (alpha, beta, release candidate) and number of a pre-release; undefined for a release. */
  readonly before: readonly [number, number] | undefined;
  /**
   * Form of the name: `major` for `v2` (may also be an API version), `release` for `v2.1` or `2.x`, `bare` for `2.1` (may also be the number of a
   * chapter).
   */
  readonly form: 'major' | 'release' | 'bare';
}

/** Folder names of the current release. */
export const NAMES_IN_USE = ['latest', 'stable', 'current'] as const;

const NUMBERED_VERSION =
  /^(v|version|ver|release|rel)?[-_. ]?(\d{1,5}(?:[._]\d{1,5}){0,3})([._]x)?(?:[-_.]?(lts|dev|nightly|snapshot|canary|next|preview|pre|alpha|beta|rc)[-_.]?(\d{0,5}))?$/i;
const MAX_VERSION_CHARS = 40;
const PRERELEASE_NAMES = ['dev', 'nightly', 'snapshot', 'canary', 'next', 'preview', 'pre', 'alpha', 'beta', 'rc'];

/** Parses a folder name as a version. A bare number (`2`, `2024`) is not a version. */
export function parseVersion(name: string): Version | undefined {
  if (name.length > MAX_VERSION_CHARS) return undefined;
  const [, prefix, digits, open, label = '', count = ''] = NUMBERED_VERSION.exec(name) ?? [];
  if (digits === undefined) return undefined;
  const numbers = digits.split(/[._]/).map(Number);
  if (prefix === undefined && numbers.length === 1 && open === undefined) return undefined;
  const stage = PRERELEASE_NAMES.indexOf(label.toLowerCase());
  return {
    numbers: open === undefined ? numbers : [...numbers, Number.POSITIVE_INFINITY],
    before: stage < 0 ? undefined : [stage, Number(count)],
    form:
      prefix === undefined && open === undefined
        ? 'bare'
        : numbers.length === 1 && open === undefined
          ? 'major'
          : 'release',
  };
}

/** Compares versions by number. A pre-release precedes its release. */
export function compareVersions(a: Version, b: Version): number {
  for (let index = 0; index < a.numbers.length || index < b.numbers.length; index++) {
    const numberA = a.numbers[index] ?? 0;
    const numberB = b.numbers[index] ?? 0;
    if (numberA !== numberB) return numberA < numberB ? -1 : 1;
  }
  if (a.before === undefined || b.before === undefined) {
    return Number(a.before === undefined) - Number(b.before === undefined);
  }
  return a.before[0] - b.before[0] || a.before[1] - b.before[1];
}
