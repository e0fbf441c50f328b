/**
 * Returns a percentile by the nearest-rank method.
 * @param share the percentile as a number from 0 to 1
 */
export function computePercentile(values: readonly number[], share: number): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  const value = sortedValues[Math.max(0, Math.ceil(sortedValues.length * share) - 1)];
  if (value === undefined) throw new Error('an empty list has no percentile');
  return value;
}
