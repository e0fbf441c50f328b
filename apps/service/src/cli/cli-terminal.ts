/** Input and output of the command line. */
export interface Terminal {
  out(line: string): void;
  error(line: string): void;
  /** Resolves when the process receives a signal to end. */
  readonly ended: Promise<void>;
  /** URL of the PostgreSQL database that is used without `--database`. */
  readonly databaseUrl?: string | undefined;
  /** Environment variables, from which `serve` reads settings without an option. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}
