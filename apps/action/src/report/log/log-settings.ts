import { type Settings, toKebabCase } from '@context-sync/engine/inputs/action-settings';
import { formatInDoubtDecisions } from '@context-sync/engine/inputs/in-doubt';
import { SECRET_NAMES } from '@context-sync/engine/inputs/setting-table';
import { formatStateLocation } from '@context-sync/engine/inputs/state-location';
import { pluralize } from '@context-sync/engine/report/report-wording';
import { printGroup } from './workflow-commands.ts';

/** Logs the effective settings: the inputs, the configuration file and the defaults. */
export function logSettings(sources: readonly Settings[]): void {
  const lines = sources.flatMap(({ stateRef, stateRemote, stateFolder, ...settings }) => {
    const state = formatStateLocation({ ref: stateRef, remote: stateRemote, folder: stateFolder });
    return Object.entries({ ...settings, state }).flatMap(([setting, value]) => {
      const name = toKebabCase(setting);
      const text = SECRET_NAMES.some((secret) => secret === name) ? '' : formatSetting(setting, value, settings);
      return text === '' ? [] : [`${name}: ${text}`];
    });
  });
  printGroup(sources.length === 1 ? 'Settings' : `Settings of ${pluralize(sources.length, 'source')}`, lines);
}

function formatSetting(name: string, value: unknown, { onInDoubt }: Pick<Settings, 'onInDoubt'>): string {
  return name === 'onInDoubt' ? formatInDoubtDecisions(onInDoubt) : formatValue(value);
}

function formatValue(value: unknown): string {
  if (value instanceof Set) return [...value].join(', ');
  if (Array.isArray(value)) return value.join(', ');
  return value === undefined ? '' : String(value);
}
