import type { Interruption } from './interruption.ts';

/** Input and output of the command line. */
export interface Terminal {
  out(line: string): void;
  error(line: string): void;
  /** Receives the signals that end the process. */
  readonly interruption: Interruption;
  /** Width of the terminal in columns; undefined if the output is not a terminal. */
  readonly columns?: number | undefined;
  /** URL of the PostgreSQL database to use if there is no `--database` option. */
  readonly databaseUrl?: string | undefined;
  /** Environment variables, from which `serve` reads settings that are not given as options. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}
