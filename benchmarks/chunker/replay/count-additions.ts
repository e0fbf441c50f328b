/** The parts that a commit adds: their number, and their length in UTF-16 units. */
export interface Additions {
  readonly count: number;
  readonly characters: number;
}

export const NO_ADDITIONS: Additions = { count: 0, characters: 0 };

/** A part of a document that is compared by its identity. */
export interface ComparedPart {
  readonly identity: string;
  readonly characters: number;
}

/**
 * Counts the parts that a commit adds. Only the changed files are required. All of their parts are compared together,
 * so a commit that only moves a file adds no parts.
 */
export function countAdditions(before: readonly ComparedPart[], after: readonly ComparedPart[]): Additions {
  const remainingCounts = new Map<string, number>();
  for (const { identity } of before) remainingCounts.set(identity, (remainingCounts.get(identity) ?? 0) + 1);
  let count = 0;
  let characters = 0;
  for (const part of after) {
    const spareCount = remainingCounts.get(part.identity) ?? 0;
    if (spareCount > 0) {
      remainingCounts.set(part.identity, spareCount - 1);
    } else {
      count += 1;
      characters += part.characters;
    }
  }
  return { count, characters };
}

/** Returns the sum of two counts. */
export function addAdditions(one: Additions, other: Additions): Additions {
  return { count: one.count + other.count, characters: one.characters + other.characters };
}
