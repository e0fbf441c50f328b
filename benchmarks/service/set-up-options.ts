import { parseArgs } from 'node:util';
import { SET_UPS, type SetUpName } from './set-up.ts';

export interface SetUpOptions {
  readonly logs: Readonly<Record<SetUpName, number>>;
  readonly rounds: number;
  readonly seconds: number;
  readonly setUps: readonly SetUpName[];
  readonly databases: string | undefined;
}

const TEXT = { type: 'string' } as const;

/** Parses the command line. */
export function readSetUpOptions(): SetUpOptions {
  const { values } = parseArgs({
    options: { logs: TEXT, 'clickhouse-logs': TEXT, rounds: TEXT, seconds: TEXT, 'set-up': TEXT, databases: TEXT },
  });
  const parse = (name: 'logs' | 'clickhouse-logs' | 'rounds' | 'seconds', ifMissing: number) => {
    const number = Number(values[name] ?? ifMissing);
    if (Number.isInteger(number) && number > 0) return number;
    throw new Error(`--${name} must be an integer above 0 (got "${values[name]}")`);
  };
  const logs = parse('logs', 1_000_000);
  const setUps = SET_UPS.filter((name) => values['set-up'] === undefined || values['set-up'] === name);
  if (setUps.length === 0) throw new Error(`--set-up must be one of ${SET_UPS.join(', ')} (got "${values['set-up']}")`);
  return {
    logs: { sqlite: logs, postgres: logs, clickhouse: parse('clickhouse-logs', logs) },
    rounds: parse('rounds', 100),
    seconds: parse('seconds', 10),
    setUps,
    databases: values.databases,
  };
}
