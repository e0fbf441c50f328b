import type { StoreFigures } from './measure-store.ts';

export const formatInteger = (value: number) => (Number.isNaN(value) ? '–' : Math.round(value).toLocaleString('en'));
export const formatMs = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1));
export const formatTimes = (value: number) => `${value < 0.1 ? value.toFixed(3) : value.toFixed(2)} ×`;
export const formatMegabytes = (bytes: number) => formatInteger(bytes / 2 ** 20);

/**
 * Returns the ratio of the second store's value to the first store's value as a table cell; an empty list if there is
 * only one store.
 */
export function formatRatio([first, second]: readonly number[]): string[] {
  return first === undefined || second === undefined ? [] : [formatTimes(second / first)];
}

/** Returns the column headings: the names for each store and, optionally, the ratio between the stores. */
export const createTableHeads = (all: readonly StoreFigures[], names: readonly string[], ratios: boolean) => [
  ...all.flatMap(({ store }) => names.map((name) => `${store} ${name}`)),
  ...(ratios && all.length === 2 ? [`${all[1]?.store} / ${all[0]?.store}`] : []),
];
