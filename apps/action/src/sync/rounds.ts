import type { Correction, EarlierRounds, Plan } from '@context-sync/sync';

/** What the rounds of a run so far have planned and done. A round that another run overtakes passes it to the next one. */
export interface Rounds {
  /** Time by the system clock after which nothing more is sent. */
  readonly deadline: number;
  readonly earlier?: EarlierRounds;
  /** The plan of the first round, with the later plans for the items that it had to wait for. */
  readonly plan?: Plan;
  /** The differences between the state and the service's list, each once. */
  readonly corrections: ReadonlyMap<string, Correction>;
}

/** Adds corrections to those of earlier rounds. */
export function addCorrections(known: Rounds['corrections'], found: readonly Correction[]): Rounds['corrections'] {
  const all = new Map(known);
  for (const correction of found) {
    all.set(JSON.stringify([correction.path, correction.record.key, correction.finding]), correction);
  }
  return all;
}
