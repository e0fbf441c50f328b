import { readProgramOptions, requireInteger, selectByName } from '../../scripts/program-options.ts';
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
  const { values } = readProgramOptions({
    logs: TEXT,
    'clickhouse-logs': TEXT,
    rounds: TEXT,
    seconds: TEXT,
    'set-up': TEXT,
    databases: TEXT,
  });
  const parse = (name: 'logs' | 'clickhouse-logs' | 'rounds' | 'seconds', ifMissing: number) =>
    requireInteger(`--${name}`, values[name] ?? String(ifMissing));
  const logs = parse('logs', 1_000_000);
  return {
    logs: { sqlite: logs, postgres: logs, clickhouse: parse('clickhouse-logs', logs) },
    rounds: parse('rounds', 100),
    seconds: parse('seconds', 10),
    setUps: selectByName('--set-up', values['set-up'], SET_UPS),
    databases: values.databases,
  };
}
