import { StoreUnavailableError } from '../store/store-unavailable-error.ts';
import { countsOf, type OnceASecond, onceASecond } from './throttled-counts.ts';

/**
 * Writes at most one report a second, because a database that is down must not fill the disk with stacks: the stack of one error, if possible
 * one that was not written before, and how often each message came.
 * @param json whether a report is a line of JSON instead of text
 */
export function errorReports(write: (report: string) => void, json: boolean): OnceASecond<unknown> {
  const format = json ? asJson : asText;
  let written: string | undefined;
  return onceASecond<unknown>(messageOf, 'other errors', (counted) => {
    const all = [...counted.values()].map(({ value }) => value);
    const error = all.find((each) => messageOf(each) !== written) ?? all[0];
    written = messageOf(error);
    const counts = countsOf(counted);
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    write(format(error, total > 1 ? counts : undefined, total));
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The stack of an unavailable database would show nothing that its message does not. */
function stackOf(error: unknown): string | undefined {
  return error instanceof Error && !(error instanceof StoreUnavailableError) ? error.stack : undefined;
}

/** @param counts how often each message was reported since the last report, this one included; none for a single error */
function asText(error: unknown, counts: Readonly<Record<string, number>> | undefined, total: number): string {
  const lines = Object.entries(counts ?? {}).map(([message, count]) => `  ${count} × ${message}`);
  const summary = counts ? [`${total} errors since the last report:`, ...lines] : [];
  return [stackOf(error) ?? messageOf(error), ...summary].join('\n');
}

function asJson(error: unknown, counts?: Readonly<Record<string, number>>): string {
  const time = new Date().toISOString();
  return JSON.stringify({ time, level: 'error', message: messageOf(error), stack: stackOf(error), counts });
}
