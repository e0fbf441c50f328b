const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
const STEP = 1_024;

/** Formats a number of bytes with a binary unit, such as `1.5 GiB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${Number((bytes / STEP ** power).toFixed(1))} ${UNITS[power]}`;
}

/** Parses a size such as `500MiB`, `20 GiB` or `1048576`. Returns undefined for any other text. */
export function parseBytes(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,15}(?:\.\d{1,3})?) *(|[KMGT]iB)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const bytes = Math.round(Number(digits) * STEP ** ['', 'KiB', 'MiB', 'GiB', 'TiB'].indexOf(unit));
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}
