import { parseArgs } from 'node:util';

/** The options of the command line. */
export interface Options {
  /** The measurements to run: `all`, or the name of one measurement. */
  readonly command: string;
  /** Prefix of the names of the rows to measure. The rows with which they are compared are measured as well. */
  readonly only: string | undefined;
  /** The number of runs of each row that is measured more than once; undefined for the number that the row defines. */
  readonly rounds: number | undefined;
  /** The number of documents for the comparison with the peer. */
  readonly documents: number;
}

export const USAGE = `node benchmarks/sync/main.ts [all | pushes | first-sync | memory | peer] [options]
  --only <row>        only rows whose name begins with this, such as "no-op, 50,000" or "1,000 items, 20 at a time"
  --rounds <n>        runs of each row
  --documents <n>     documents that the peer is measured on, by default 100`;

/** An invalid command line. The message states the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the command line. */
export function readOptions(args: readonly string[]): Options {
  const { positionals, values } = parseCliArguments(args);
  return {
    command: positionals[0] ?? 'all',
    only: values.only,
    rounds: values.rounds === undefined ? undefined : getNumber(values.rounds),
    documents: getNumber(values.documents),
  };
}

/**
 * Returns the selected rows.
 * @throws UsageError if no row is selected
 */
export function selectRows<T extends { readonly name: string }>(rows: readonly T[], only: string | undefined): T[] {
  const selectedRows = rows.filter(({ name }) => only === undefined || name.startsWith(only));
  if (selectedRows.length > 0) return selectedRows;
  throw new UsageError(`No row starts with "${only}". The rows are: ${rows.map(({ name }) => name).join('; ')}.`);
}

function parseCliArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { only: text, rounds: text, documents: { ...text, default: '100' } };
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`, { cause: error });
  }
}

function getNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new UsageError(`"${text}" must be a positive integer.`);
}
