/** Input and output of the command line. */
export interface Terminal {
  out(line: string): void;
  error(line: string): void;
  /** A promise that resolves when the process receives a signal to end. */
  readonly ended: Promise<void>;
  /** URL of the PostgreSQL database to use if there is no `--database` option. */
  readonly databaseUrl?: string | undefined;
  /** Environment variables, from which `serve` reads settings that are not given as options. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}
