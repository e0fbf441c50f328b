import { elementAt, lastOf } from '@context-sync/base';
/** Returns the known name that is closest to a misspelled name; undefined if no name is close enough. Ignores case, `_` and `-`. */
export function closest(written: string, names: readonly string[]): string | undefined {
  const plain = normalized(written);
  const ranked = names
    .map((name) => ({ name, distance: editDistance(plain, normalized(name)) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(1, Math.floor(best.name.length / 4)) ? best.name : undefined;
}

function normalized(name: string): string {
  return name
    .slice(0, 40)
    .toLowerCase()
    .replaceAll(/[_\s-]/g, '');
}

/** Returns the edit distance; swapping two neighboring letters counts as one edit (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      now.push(
        Math.min(
          elementAt(last, column) + 1,
          elementAt(now, column - 1) + 1,
          elementAt(last, column - 1) + same,
          swapped ? elementAt(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, now];
  }
  return lastOf(last);
}
