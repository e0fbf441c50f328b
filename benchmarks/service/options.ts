import { parseArgs } from 'node:util';

export const STORES = ['sqlite', 'postgres'] as const;
export type StoreName = (typeof STORES)[number];

export interface Options {
  /** Captured requests in the database. */
  readonly logs: number;
  /** Context items that are put in. */
  readonly items: number;
  /** Requests of each search. */
  readonly rounds: number;
  /** Seconds for which each kind of load is kept up. */
  readonly seconds: number;
  readonly stores: readonly StoreName[];
}

export const DEFAULTS: Options = { logs: 5_000_000, items: 50_000, rounds: 100, seconds: 5, stores: STORES };

export const USAGE = `node benchmarks/service/main.ts all [options]
  --logs <n>      captured requests in the database, by default ${DEFAULTS.logs}
  --items <n>     context items that are put in, by default ${DEFAULTS.items}
  --rounds <n>    requests of each search, by default ${DEFAULTS.rounds}
  --seconds <n>   for which each kind of load is kept up, by default ${DEFAULTS.seconds}
  --store <name>  sqlite or postgres alone`;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the command line. @throws UsageError */
export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  let values: Partial<Record<'logs' | 'items' | 'rounds' | 'seconds' | 'store', string>>;
  try {
    const options = { logs: text, items: text, rounds: text, seconds: text, store: text };
    const parsed = parseArgs({ args: [...args], allowPositionals: true, options });
    values = parsed.values;
    if (parsed.positionals.some((name) => name !== 'all')) throw new Error(`"${parsed.positionals[0]}" is not "all"`);
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`, { cause: error });
  }
  const number = (name: 'logs' | 'items' | 'rounds' | 'seconds') => {
    const value = values[name] === undefined ? DEFAULTS[name] : Number(values[name]);
    if (Number.isInteger(value) && value > 0) return value;
    throw new UsageError(`--${name} must be a whole number above 0, not "${values[name]}"`);
  };
  const stores = STORES.filter((name) => values.store === undefined || values.store === name);
  if (stores.length === 0) throw new UsageError(`--store must be one of ${STORES.join(', ')}, not "${values.store}"`);
  return { logs: number('logs'), items: number('items'), rounds: number('rounds'), seconds: number('seconds'), stores };
}
