import { getDurationFigures } from './metrics-reports.ts';
import type { DurationFigures, TrafficCounts, TrafficTotal } from './store.ts';

export function addCounts(into: TrafficCounts, from: TrafficCounts): void {
  into.n += from.n;
  into.c2 += from.c2;
  into.c3 += from.c3;
  into.c4 += from.c4;
  into.c5 += from.c5;
}

/** Requests of one or more cells. */
export interface CountedCell extends TrafficCounts {
  readonly minute: number;
  /** Requests of AI agents. */
  readonly agents: number;
  /** One or more histograms in their text form. */
  readonly histogram: string;
  /** Statistics of the histograms, if they are known. */
  readonly durations?: DurationFigures | undefined;
}

/** Durations of several cells. */
export class Durations {
  readonly #texts: string[] = [];
  #figures: DurationFigures | undefined;

  /**
   * Adds durations.
   * @param text one or more histograms in their text form
   * @param figures statistics of the histograms, if they are known
   */
  add(text: string, figures?: DurationFigures): void {
    this.#texts.push(text);
    this.#figures = figures;
  }

  getFigures(): DurationFigures {
    return (this.#texts.length === 1 ? this.#figures : undefined) ?? getDurationFigures(this.#texts);
  }
}

/** Adds cells to the total of their bucket. The histograms of a bucket are added once, after its last cell. */
export class TrafficTotals {
  readonly #bucket: number | undefined;
  readonly #totals = new Map<
    number,
    { readonly total: Omit<TrafficTotal, 'durations'>; readonly durations: Durations }
  >();

  /**
   * Creates totals.
   * @param bucket length of a bucket in minutes; undefined if all cells form one bucket
   */
  constructor(bucket: number | undefined) {
    this.#bucket = bucket;
  }

  add(cell: CountedCell): void {
    const start = this.#bucket === undefined ? 0 : Math.floor(cell.minute / this.#bucket) * this.#bucket;
    let knownTotal = this.#totals.get(start);
    if (!knownTotal) {
      knownTotal = { total: { n: 0, c2: 0, c3: 0, c4: 0, c5: 0, agents: 0 }, durations: new Durations() };
      this.#totals.set(start, knownTotal);
    }
    addCounts(knownTotal.total, cell);
    knownTotal.total.agents += cell.agents;
    knownTotal.durations.add(cell.histogram, cell.durations);
  }

  /** Returns the totals of nonempty buckets, by the start of the bucket. */
  finish(): Map<number, TrafficTotal> {
    return new Map(
      [...this.#totals].map(([start, { total, durations }]) => [
        start,
        { ...total, durations: durations.getFigures() },
      ]),
    );
  }
}

/** Returns a cell with the number of its requests that were sent by AI agents. */
export function countAgents<T extends { readonly n: number; readonly caller: string }>(cell: T) {
  return { ...cell, agents: cell.caller === AGENT ? cell.n : 0 };
}

/** Client kind of AI agents. */
export const AGENT = 'agent';
