import { MIN_KEEP_AUDIT_DAYS } from '../audit/audit.ts';
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

/** Returns a parser for the retention of audit entries, which has a minimum. @throws UsageError */
export function createKeepAuditDaysParser(): (text: string) => number {
  const parse = createPositiveIntegerParser('--keep-audit-days');
  return (text) => {
    const days = parse(text);
    if (days >= MIN_KEEP_AUDIT_DAYS) return days;
    throw new UsageError(
      `--keep-audit-days must be an integer between ${MIN_KEEP_AUDIT_DAYS} and 999999 (got "${text}")`,
    );
  };
}
