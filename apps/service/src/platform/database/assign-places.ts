/** Names that get and lose a place in a table with a limited number of places. */
export interface PlaceChanges {
  readonly admitted: readonly string[];
  readonly evicted: readonly string[];
}

/**
 * Decides which names hold the places of a table. Candidates get the free places, the most used ones first. A further candidate gets the place of the
 * least used holder, unless that holder was used more often. So neither names that were seen first nor names that are seen once keep a used name out.
 * @param holders use of the names that hold a place, from the oldest to the newest. The use decreases over time
 * @param candidates use of the names without a place since the last decision. A candidate without use only gets a free place
 * @param maxEvicted maximum number of names that lose their place in one decision
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
