import { mergeHistogram } from '../logs/histogram.ts';
import type { DeltaCell } from '../logs/traffic-delta.ts';
import type { TrafficCounts, TrafficTotal } from './store.ts';

export function addCounts(into: TrafficCounts, from: TrafficCounts): void {
  into.n += from.n;
  into.c2 += from.c2;
  into.c3 += from.c3;
  into.c4 += from.c4;
  into.c5 += from.c5;
}

/**
 * Adds the requests of a cell to the total of its bucket.
 * @param bucket length of a bucket in minutes; undefined if all cells form one bucket
 */
export function addToTotals(
  totals: Map<number, TrafficTotal>,
  bucket: number | undefined,
  cell: Omit<DeltaCell, 'method' | 'route' | 'environment'>,
): void {
  const start = bucket === undefined ? 0 : Math.floor(cell.minute / bucket) * bucket;
  const total = totals.get(start) ?? { n: 0, c2: 0, c3: 0, c4: 0, c5: 0, agents: 0, histogram: new Map() };
  totals.set(start, total);
  addCounts(total, cell);
  if (cell.caller === 'agent') total.agents += cell.n;
  mergeHistogram(total.histogram, cell.histogram);
}
