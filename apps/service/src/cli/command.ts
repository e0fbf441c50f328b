import { type OpenOptions, openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { Terminal } from './terminal.ts';

/** A value after an option, or none. */
export interface Option {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in the usage. */
  readonly value?: string;
}

/** What a command was given. */
export interface Given {
  readonly terminal: Terminal;
  /** File or URL of the database. */
  readonly database: string;
  /** What the command takes, and what it may take as far as it was given. */
  readonly names: readonly string[];
  text(option: string): string | undefined;
  flag(option: string): boolean;
  /** Runs something on the store, which is closed afterwards. @throws StoreInputError where there is no database and the command creates none */
  withStore(work: (store: Store) => Promise<void>): Promise<void>;
}

export interface Command {
  readonly name: string;
  /** What it must be given, in order. */
  readonly takes: readonly string[];
  /** Whether it creates the database if there is none. */
  readonly createsDatabase?: true;
  /** What it may be given behind that. */
  readonly mayTake?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** What it takes and does, as the usage shows it after the name. */
  readonly usage: string;
  run(given: Given): Promise<void>;
}

/** What was typed is not a command. */
export class UsageError extends Error {}

export async function withStore(
  database: string,
  options: OpenOptions,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const store = await openStore(database, options);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** A whole number above 0. @throws UsageError */
export function positive(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError(`--${option} must be a whole number from 1 to 999999, not "${text}"`);
  return Number(text);
}

/** Lines of columns, each as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
