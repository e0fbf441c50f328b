import { StoreUnavailableError } from '../store/store-unavailable-error.ts';

/** Milliseconds between two reports: a database that is down must not fill the disk with stacks. */
const INTERVAL = 1_000;
/** Most messages that are counted one by one; those beyond them are counted together. */
const MOST_MESSAGES = 10;
const OTHERS = 'other errors';

export interface ErrorReports {
  report(error: unknown): void;
  /** Writes what is still waiting. */
  close(): void;
}

/**
 * Writes at most one report a second. The first error of a quiet time is written at once. Those of the second after it are counted by their
 * message, and written as one report at its end: the stack of one of them, if possible one that was not written before, and the counts.
 * @param json whether a report is a line of JSON instead of text
 */
export function errorReports(write: (report: string) => void, json: boolean): ErrorReports {
  const format = json ? asJson : asText;
  let waiting = new Map<string, { readonly error: unknown; count: number }>();
  let written: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  const next = () => {
    timer = undefined;
    const all = [...waiting.values()];
    const [first] = all.filter(({ error }) => messageOf(error) !== written).concat(all);
    if (!first) return;
    const counts = Object.fromEntries([...waiting].map(([message, { count }]) => [message, count]));
    waiting = new Map();
    emit(first.error, counts);
  };
  const emit = (error: unknown, counts?: Readonly<Record<string, number>>) => {
    written = messageOf(error);
    write(format(error, counts));
    // It must not keep the process from ending: `close` writes what is left.
    timer = setTimeout(next, INTERVAL).unref();
  };

  return {
    report(error) {
      if (timer === undefined) {
        emit(error);
        return;
      }
      const message = messageOf(error);
      const key = waiting.has(message) || waiting.size < MOST_MESSAGES ? message : OTHERS;
      const known = waiting.get(key) ?? { error, count: 0 };
      known.count += 1;
      waiting.set(key, known);
    },
    close() {
      clearTimeout(timer);
      next();
      clearTimeout(timer);
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The stack of an unavailable database would show nothing that its message does not. */
function stackOf(error: unknown): string | undefined {
  return error instanceof Error && !(error instanceof StoreUnavailableError) ? error.stack : undefined;
}

/** @param counts how often each message was reported since the last report, this one included */
function asText(error: unknown, counts: Readonly<Record<string, number>> = {}): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const lines = Object.entries(counts).map(([message, count]) => `  ${count} × ${message}`);
  const summary = total > 1 ? [`${total} errors since the last report:`, ...lines] : [];
  return [stackOf(error) ?? messageOf(error), ...summary].join('\n');
}

function asJson(error: unknown, counts?: Readonly<Record<string, number>>): string {
  const time = new Date().toISOString();
  return JSON.stringify({ time, level: 'error', message: messageOf(error), stack: stackOf(error), counts });
}
