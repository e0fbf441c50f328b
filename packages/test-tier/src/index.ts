/** True in the soak tier, which runs every case at its full size. */
const isSoak = process.env.CONTEXT_SYNC_TEST_TIER === 'soak';

/** Returns the size, count or number of seeds for the tier that runs. */
export function perTier(short: number, soak: number): number {
  return isSoak ? soak : short;
}

/** Returns all cases in the soak tier. In the others, returns the first of every `every` cases. */
export function sampleCases<T>(cases: readonly T[], every: number): readonly T[] {
  return isSoak ? cases : cases.filter((_, index) => index % every === 0);
}

/** Returns the cases in the soak tier, and none in the others. */
export function soakCases<T>(...cases: readonly T[]): readonly T[] {
  return isSoak ? cases : [];
}
