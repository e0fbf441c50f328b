/** Input and output of the command line. */
export interface Terminal {
  out(line: string): void;
  error(line: string): void;
  /** A promise that resolves when the process receives a signal to end. */
  readonly ended: Promise<void>;
  /** URL of the PostgreSQL database to use if there is no `--database` option. */
  readonly databaseUrl?: string | undefined;
  /** Environment variables. `serve` reads each setting that is not given as an option from them. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}
