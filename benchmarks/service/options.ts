import { readProgramOptions, requireInteger, selectByName } from '../../scripts/program-options.ts';

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

/** Reads the command line of the service's benchmark. */
export function readOptions(): ServiceBenchOptions {
  const text = { type: 'string' } as const;
  const { values } = readProgramOptions(
    { logs: text, items: text, rounds: text, seconds: text, store: text, databases: text },
    { commands: ['all'], usage: USAGE },
  );
  const parseNumber = (name: 'logs' | 'items' | 'rounds' | 'seconds') =>
    requireInteger(`--${name}`, values[name] ?? String(DEFAULTS[name]));
  return {
    logs: parseNumber('logs'),
    items: parseNumber('items'),
    rounds: parseNumber('rounds'),
    seconds: parseNumber('seconds'),
    stores: selectByName('--store', values.store, STORES),
    databases: values.databases,
  };
}
