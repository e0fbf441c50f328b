import { UsageError } from './usage-error.ts';

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns a parser for the value of an option, which must be a duration such as `24h`; in milliseconds. @throws UsageError */
export function createDurationParser(option: string): (text: string) => number {
  return (text) => {
    if (text === '0') return 0;
    const [, count, unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
    const unitMs = UNIT_MS[unit];
    if (count === undefined || unitMs === undefined) {
      throw new UsageError(`${option} must be 0 or a duration such as 30m, 24h or 7d (got "${text}")`);
    }
    return Number(count) * unitMs;
  };
}
