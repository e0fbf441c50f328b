/** Whether the tests run in the soak tier, in which every case runs at its full size. */
const isSoak = process.env.CONTEXT_SYNC_TEST_TIER === 'soak';

/** Returns `soak` in the soak tier and `short` in all other tiers. */
export function selectByTier(short: number, soak: number): number {
  return isSoak ? soak : short;
}

/** Returns all cases in the soak tier. In other tiers, returns the first of every `every` cases. */
export function sampleCases<T>(cases: readonly T[], every: number): readonly T[] {
  return isSoak ? cases : cases.filter((_, index) => index % every === 0);
}

/** Returns the cases in the soak tier, and an empty list in other tiers. */
export function selectSoakCases<T>(...cases: readonly T[]): readonly T[] {
  return isSoak ? cases : [];
}
