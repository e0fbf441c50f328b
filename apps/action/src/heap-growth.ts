import { setFlagsFromString } from 'node:v8';

/** The growth of the heap that triggers the next full garbage collection, in percent of its size after the last one. */
const HEAP_GROWTH_PERCENT = 100;

/**
 * Limits the memory of a large sync. By default, V8 lets the heap grow to up to four times its size after a full collection, and most
 * objects of a request live until the next full collection.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}
