/** Names that are admitted to and evicted from a table with a limited number of names. */
export interface PlaceChanges {
  readonly admitted: readonly string[];
  readonly evicted: readonly string[];
}

/**
 * Decides which names a table with a limited number of names contains. Admits candidates while the table is not full, the most used ones first. After
 * that, a candidate replaces the least used name, unless that name was used more often. So neither the first names nor names that are used once keep
 * out a name that is used often.
 * @param holders use counts of the names in the table, from the oldest to the newest. The use counts decrease over time
 * @param candidates use counts of other names since the last decision. A candidate with a count of 0 never replaces a name
 * @param maxEvicted maximum number of names that are evicted in one decision
 */
export function assignPlaces(
  holders: ReadonlyMap<string, number>,
  candidates: ReadonlyMap<string, number>,
  { places, maxEvicted }: { readonly places: number; readonly maxEvicted: number },
): PlaceChanges {
  if (candidates.size === 0 && holders.size <= places) return { admitted: [], evicted: [] };
  const leastUsed = [...holders].sort(([, a], [, b]) => a - b);
  const evictedNames = leastUsed
    .splice(0, Math.min(maxEvicted, Math.max(0, holders.size - places)))
    .map(([name]) => name);
  const admittedNames: string[] = [];
  for (const [name, use] of [...candidates].sort(([, a], [, b]) => b - a)) {
    if (holders.size - evictedNames.length + admittedNames.length >= places) {
      const [victim] = leastUsed;
      if (evictedNames.length >= maxEvicted || !victim || use === 0 || victim[1] > use) break;
      evictedNames.push(victim[0]);
      leastUsed.shift();
    }
    admittedNames.push(name);
  }
  return { admitted: admittedNames, evicted: evictedNames };
}
