import type { SourceConfig } from './config-schema.ts';

/** Gives an input's text by its name; empty where it is not set. */
export type Read = (name: string) => string;

/** What holds where neither an input nor the file says anything; on other systems than GitHub's runner nobody reads the defaults in action.yml. */
export const DEFAULTS: Readonly<Record<string, string>> = {
  docs: 'docs',
  public: 'false',
  connect: 'true',
  category: 'docs',
  provider: 'github',
  'target-size': '2500',
  mode: 'auto',
  comment: 'changes-only',
  'on-missing-state': 'create',
  'allow-mass-change': 'false',
  'allow-credentials': 'false',
  'on-in-doubt': 'hold',
  verify: 'auto',
  'max-minutes': '30',
  concurrency: '5',
};

/**
 * The inputs of one source. The first that says something counts: the workflow's input, the source's own setting in the file, the file's
 * setting for all sources, the default.
 */
export function layeredReader(input: Read, source: SourceConfig, file: SourceConfig): Read {
  const written = (settings: SourceConfig, name: string): string => {
    const value = settings[name as keyof SourceConfig];
    if (value === undefined) return '';
    return Array.isArray(value) ? value.join('\n') : String(value).trim();
  };
  return (name) => input(name) || written(source, name) || written(file, name) || DEFAULTS[name] || '';
}
