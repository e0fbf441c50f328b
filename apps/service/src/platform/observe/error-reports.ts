import type { CheckedDatabase } from '../database/store.ts';
import { Outages } from './outages.ts';
import { getCounts, type ThrottledCounts, throttleCounts } from './throttled-counts.ts';

export interface ErrorReports extends ThrottledCounts<unknown> {
  /** Sets the databases that are checked before the end of an outage is reported. */
  watch(databases: readonly CheckedDatabase[]): void;
}

/**
 * Reports errors at most once per second, so that frequent errors do not fill the disk with stack traces. A report contains the stack of one error,
 * preferably one that has not been reported yet, and the number of its occurrences and of each other message. An outage of a database is reported
 * when it begins, at most once per minute while it lasts, and when it ends.
 * @param json whether to write JSON instead of text
 */
export function createErrorReports(write: (report: string) => void, json: boolean): ErrorReports {
  const format = json ? formatJson : formatText;
  const outages = new Outages((report) => write(json ? formatJsonLine(report) : report.message));
  let lastReport: string | undefined;
  const throttled = throttleCounts<unknown>(getMessage, 'other errors', (countedErrors) => {
    const errorCounts = [...countedErrors.values()].map(({ value }) => value);
    const error = errorCounts.find((each) => getMessage(each) !== lastReport) ?? errorCounts[0];
    lastReport = getMessage(error);
    const { [lastReport]: count = 1, ...otherCounts } = getCounts(countedErrors);
    write(format(error, count, otherCounts));
  });
  return {
    watch: (databases) => outages.setDatabases(databases),
    report(error) {
      if (!outages.report(error)) throttled.report(error);
    },
    close() {
      outages.close();
      throttled.close();
    },
  };
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function getStack(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}

/**
 * Formats a report as text.
 * @param count number of occurrences of the error since the last report
 * @param otherCounts number of occurrences of each other message since the last report
 */
function formatText(error: unknown, count: number, otherCounts: Readonly<Record<string, number>>): string {
  const others = Object.entries(otherCounts);
  const total = others.reduce((sum, [, each]) => sum + each, count);
  const lines = [['this error', count] as const, ...others].map(([message, each]) => `  ${each} × ${message}`);
  const summary = total > 1 ? [`${total} errors since the last report:`, ...lines] : [];
  return [getStack(error) ?? getMessage(error), ...summary].join('\n');
}

function formatJson(error: unknown, count: number, otherCounts: Readonly<Record<string, number>>): string {
  return formatJsonLine({
    level: 'error',
    message: getMessage(error),
    stack: getStack(error),
    ...(count > 1 && { count }),
    ...(Object.keys(otherCounts).length > 0 && { otherCounts }),
  });
}

function formatJsonLine(report: object): string {
  return JSON.stringify({ time: new Date().toISOString(), ...report });
}
