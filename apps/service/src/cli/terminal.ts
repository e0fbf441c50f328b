/** The surroundings of the command line, given by the entry file. */
export interface Terminal {
  out(line: string): void;
  error(line: string): void;
  /** Resolves when the process is asked to end. */
  readonly ended: Promise<void>;
  /** URL of the PostgreSQL database to use where no `--database` is given. */
  readonly databaseUrl?: string | undefined;
  /** Variables of the environment, where `serve` finds what its options do not say. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}
