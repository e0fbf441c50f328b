import { StoreUnavailableError } from '../database/store-unavailable-error.ts';
import { getCounts, type ThrottledCounts, throttleCounts } from './throttled-counts.ts';

/**
 * Reports errors at most once per second, so that an unavailable database does not fill the disk with stack traces. A report contains the stack of
 * one error, preferably one that has not been reported yet, and a count for each message.
 * @param json whether to write JSON instead of text
 */
export function createErrorReports(write: (report: string) => void, json: boolean): ThrottledCounts<unknown> {
  const format = json ? formatJson : formatText;
  let lastReport: string | undefined;
  return throttleCounts<unknown>(getMessage, 'other errors', (countedErrors) => {
    const errorCounts = [...countedErrors.values()].map(({ value }) => value);
    const error = errorCounts.find((each) => getMessage(each) !== lastReport) ?? errorCounts[0];
    lastReport = getMessage(error);
    const counts = getCounts(countedErrors);
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    write(format(error, total > 1 ? counts : undefined, total));
  });
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the stack of an error; undefined if the database is unavailable, because the stack then adds nothing to the message. */
function getStack(error: unknown): string | undefined {
  return error instanceof Error && !(error instanceof StoreUnavailableError) ? error.stack : undefined;
}

/**
 * Formats a report as text.
 * @param counts number of occurrences of each message since the last report; undefined for a single error
 */
function formatText(error: unknown, counts: Readonly<Record<string, number>> | undefined, total: number): string {
  const lines = Object.entries(counts ?? {}).map(([message, count]) => `  ${count} × ${message}`);
  const summary = counts ? [`${total} errors since the last report:`, ...lines] : [];
  return [getStack(error) ?? getMessage(error), ...summary].join('\n');
}

function formatJson(error: unknown, counts?: Readonly<Record<string, number>>): string {
  const time = new Date().toISOString();
  return JSON.stringify({ time, level: 'error', message: getMessage(error), stack: getStack(error), counts });
}
