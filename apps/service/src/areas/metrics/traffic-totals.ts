import { getDurationFigures } from './metrics-reports.ts';
import type { TrafficCounts, TrafficTotal } from './store.ts';

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
}

/** Adds cells to the total of their bucket. The histograms of a bucket are added once, after its last cell. */
export class TrafficTotals {
  readonly #bucket: number | undefined;
  readonly #totals = new Map<number, { readonly total: Omit<TrafficTotal, 'durations'>; readonly texts: string[] }>();

  /**
   * Creates totals.
   * @param bucket length of a bucket in minutes; undefined if all cells form one bucket
   */
  constructor(bucket: number | undefined) {
    this.#bucket = bucket;
  }

  add(cell: CountedCell): void {
    const start = this.#bucket === undefined ? 0 : Math.floor(cell.minute / this.#bucket) * this.#bucket;
    const { total, texts } = this.#totals.get(start) ?? {
      total: { n: 0, c2: 0, c3: 0, c4: 0, c5: 0, agents: 0 },
      texts: [],
    };
    this.#totals.set(start, { total, texts });
    addCounts(total, cell);
    total.agents += cell.agents;
    texts.push(cell.histogram);
  }

  /** Returns the totals of the buckets with cells, by the start of each bucket. */
  finish(): Map<number, TrafficTotal> {
    return new Map(
      [...this.#totals].map(([start, { total, texts }]) => [start, { ...total, durations: getDurationFigures(texts) }]),
    );
  }
}

/** Returns a cell with the number of its requests that AI agents sent. */
export function countAgents<T extends { readonly n: number; readonly caller: string }>(cell: T) {
  return { ...cell, agents: cell.caller === AGENT ? cell.n : 0 };
}

/** Client kind of AI agents. */
export const AGENT = 'agent';
