export function computeMedian(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  const middleIndex = Math.floor(sortedValues.length / 2);
  const [low, high] = [
    sortedValues[sortedValues.length % 2 === 0 ? middleIndex - 1 : middleIndex],
    sortedValues[middleIndex],
  ];
  if (low === undefined || high === undefined) throw new Error('The median needs at least one value.');
  return (low + high) / 2;
}

/** Formats a ratio as `1.23 ×`; `–` if there is no value to compare with. */
export function formatRatio(value: number, against: number | undefined): string {
  const share = value / (against ?? Number.NaN);
  return Number.isFinite(share) ? `${share.toFixed(2)} ×` : '–';
}

/** Formats an integer with thousands separators; `–` for NaN. */
export function formatWhole(value: number): string {
  return Number.isNaN(value) ? '–' : Math.round(value).toLocaleString('en');
}
