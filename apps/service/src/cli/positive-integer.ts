import { UsageError } from './usage-error.ts';

/** Returns a parser for the value of an option, which must be an integer greater than 0. @throws UsageError */
export function createPositiveIntegerParser(option: string): (text: string) => number {
  return (text) => {
    if (!/^[1-9]\d{0,5}$/.test(text)) {
      throw new UsageError(`${option} must be an integer between 1 and 999999 (got "${text}")`);
    }
    return Number(text);
  };
}
