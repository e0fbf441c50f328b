import { setFlagsFromString } from 'node:v8';

/** Percentage by which the heap must grow after a full garbage collection before the next one starts. */
const HEAP_GROWTH_PERCENT = 100;

/**
 * Limits the memory of a large sync. By default, V8 lets the heap grow to up to four times its size after a full garbage collection. Most objects
 * that a request creates are freed only by the next full collection.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}
