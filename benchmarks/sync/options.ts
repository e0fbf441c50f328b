import { exitWithUsageError, readProgramOptions, requireInteger, selectByName } from '../../scripts/program-options.ts';

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

/** Reads the command line of the sync's benchmark. */
export function readOptions(commands: Iterable<string>): Options {
  const text = { type: 'string' } as const;
  const { values, command = 'all' } = readProgramOptions(
    { only: text, rounds: text, documents: { ...text, default: '100' } },
    { commands: ['all', ...commands], usage: USAGE },
  );
  if (command === 'all' && values.only !== undefined)
    exitWithUsageError(`--only requires a measurement (got "${values.only}" for all measurements).\n${USAGE}`);
  return {
    command,
    only: values.only,
    rounds: values.rounds === undefined ? undefined : requireInteger('--rounds', values.rounds),
    documents: requireInteger('--documents', values.documents),
  };
}

/** Returns the rows whose name begins with the value of `--only`. */
export const selectRows = <T extends { readonly name: string }>(rows: readonly T[], only: string | undefined) =>
  selectByName('--only', only, rows, ({ name }) => name, 'beginning');
