import type { Correction, EarlierRounds, Plan } from '@context-sync/sync';

/** The plans and results of the rounds of a run. A round passes them to the next round if another run is faster. */
export interface SyncRounds {
  /** The system time in milliseconds after which no more requests are sent. */
  readonly deadline: number;
  readonly earlier?: EarlierRounds;
  /** The plan of the first round, extended by later plans for the items that had to wait. */
  readonly plan?: Plan;
  /** The differences between the state and the service's list, without duplicates. */
  readonly corrections: ReadonlyMap<string, Correction>;
}

/** Adds corrections to the corrections of earlier rounds. */
export function addCorrections(
  knownCorrections: SyncRounds['corrections'],
  foundCorrections: readonly Correction[],
): SyncRounds['corrections'] {
  const allCorrections = new Map(knownCorrections);
  for (const correction of foundCorrections) {
    allCorrections.set(JSON.stringify([correction.path, correction.record.key, correction.finding]), correction);
  }
  return allCorrections;
}
