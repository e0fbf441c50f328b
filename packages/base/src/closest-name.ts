import { getElementAt, getLast } from './element-at.ts';

/** Returns the name that is most similar to a misspelled name, ignoring case, `_` and `-`. Returns undefined if no name is similar enough. */
export function findClosestName(written: string, names: readonly string[]): string | undefined {
  const normalizedName = normalizeName(written);
  const rankedNames = names
    .map((name) => ({ name, distance: computeEditDistance(normalizedName, normalizeName(name)) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = rankedNames;
  return best && best.distance <= Math.max(1, Math.floor(best.name.length / 4)) ? best.name : undefined;
}

function normalizeName(name: string): string {
  return name
    .slice(0, 40)
    .toLowerCase()
    .replaceAll(/[_\s-]/g, '');
}

/** Returns the edit distance of two texts. A swap of two adjacent letters is one edit (optimal string alignment). */
export function computeEditDistance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row += 1) {
    const currentRow = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const substitutionCost = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      currentRow.push(
        Math.min(
          getElementAt(last, column) + 1,
          getElementAt(currentRow, column - 1) + 1,
          getElementAt(last, column - 1) + substitutionCost,
          isSwap ? getElementAt(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, currentRow];
  }
  return getLast(last);
}
