import { type Settings, toKebabCase } from '../../inputs/action-settings.ts';
import { formatInDoubtDecisions } from '../../inputs/in-doubt.ts';
import { formatRemote } from '../../inputs/remote-address.ts';
import { SECRET_NAMES } from '../../inputs/setting-table.ts';
import { pluralize } from '../report-wording.ts';
import { printGroup } from './workflow-commands.ts';

/** Logs the effective settings: the inputs, the configuration file and the defaults. */
export function logSettings(sources: readonly Settings[]): void {
  const lines = sources.flatMap((settings) =>
    Object.entries(settings).flatMap(([setting, value]) => {
      const name = toKebabCase(setting);
      const text = SECRET_NAMES.some((secret) => secret === name) ? '' : formatSetting(setting, value, settings);
      return text === '' ? [] : [`${name}: ${text}`];
    }),
  );
  printGroup(sources.length === 1 ? 'Settings' : `Settings of ${pluralize(sources.length, 'source')}`, lines);
}

function formatSetting(name: string, value: unknown, { stateRemote, onInDoubt }: Settings): string {
  if (name === 'stateRemote' && stateRemote) return formatRemote(stateRemote);
  return name === 'onInDoubt' ? formatInDoubtDecisions(onInDoubt) : formatValue(value);
}

function formatValue(value: unknown): string {
  if (value instanceof Set) return [...value].join(', ');
  if (Array.isArray(value)) return value.join(', ');
  return value === undefined ? '' : String(value);
}
