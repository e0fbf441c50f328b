import { parseArgs } from 'node:util';

export const STORES = ['sqlite', 'postgres'] as const;
export type StoreName = (typeof STORES)[number];

export interface ServiceBenchOptions {
  /** The number of captured requests in the database. */
  readonly logs: number;
  /** The number of context items in the database. */
  readonly items: number;
  /** The number of requests for each search. */
  readonly rounds: number;
  /** The duration of each kind of load in seconds. */
  readonly seconds: number;
  readonly stores: readonly StoreName[];
  /** A folder with filled databases. They are created if they do not exist, and each run uses copies. */
  readonly databases?: string | undefined;
}

export const DEFAULTS: ServiceBenchOptions = {
  logs: 5_000_000,
  items: 50_000,
  rounds: 100,
  seconds: 5,
  stores: STORES,
};

export const USAGE = `node benchmarks/service/main.ts all [options]
  --logs <n>      captured requests in the database (default: ${DEFAULTS.logs})
  --items <n>     context items to insert (default: ${DEFAULTS.items})
  --rounds <n>    requests per search (default: ${DEFAULTS.rounds})
  --seconds <n>   duration of each kind of load (default: ${DEFAULTS.seconds})
  --store <name>  only sqlite or only postgres
  --databases <folder>  keep the filled databases there, and copy those of an earlier run of the same day`;

export class OptionsError extends Error {
  override readonly name = 'UsageError';
}

/** Parses the command line. @throws UsageError */
export function readOptions(args: readonly string[]): ServiceBenchOptions {
  const text = { type: 'string' } as const;
  let values: Partial<Record<'logs' | 'items' | 'rounds' | 'seconds' | 'store' | 'databases', string>>;
  try {
    const options = { logs: text, items: text, rounds: text, seconds: text, store: text, databases: text };
    const parsedArguments = parseArgs({ args: [...args], allowPositionals: true, options });
    values = parsedArguments.values;
    if (parsedArguments.positionals.some((name) => name !== 'all'))
      throw new Error(`unknown argument "${parsedArguments.positionals[0]}"`);
  } catch (error) {
    throw new OptionsError(`${(error as Error).message}\n${USAGE}`, { cause: error });
  }
  const parseNumber = (name: 'logs' | 'items' | 'rounds' | 'seconds') => {
    const value = values[name] === undefined ? DEFAULTS[name] : Number(values[name]);
    if (Number.isInteger(value) && value > 0) return value;
    throw new OptionsError(`--${name} must be an integer above 0 (got "${values[name]}")`);
  };
  const stores = STORES.filter((name) => values.store === undefined || values.store === name);
  if (stores.length === 0)
    throw new OptionsError(`--store must be one of ${STORES.join(', ')} (got "${values.store}")`);
  return {
    logs: parseNumber('logs'),
    items: parseNumber('items'),
    rounds: parseNumber('rounds'),
    seconds: parseNumber('seconds'),
    stores,
    databases: values.databases,
  };
}
