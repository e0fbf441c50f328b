import { setFlagsFromString } from 'node:v8';

/** How much larger than what a full garbage collection keeps the heap may become until the next one, in percent. */
const HEAP_GROWTH_PERCENT = 100;

/**
 * Limits the memory of a large sync. By default, V8 lets a heap grow to up to four times what it keeps, and most of what a request needs lives
 * until the next full collection.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}
