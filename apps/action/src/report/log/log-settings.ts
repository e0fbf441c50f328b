import { formatInDoubtDecisions } from '../../inputs/in-doubt.ts';
import { formatRemote } from '../../inputs/remote-address.ts';
import type { Settings } from '../../inputs/settings.ts';
import { pluralize } from '../wording.ts';
import { printGroup } from './console.ts';

/** What is never printed, or not worth it. */
const HIDDEN = new Set<keyof Settings>(['apiKey', 'githubToken']);

/** Prints what the inputs and the configuration file come to, in a group. */
export function logSettings(sources: readonly Settings[]): void {
  const lines: string[] = [];
  for (const settings of sources) {
    for (const [name, value] of Object.entries(settings)) {
      if (HIDDEN.has(name as keyof Settings)) continue;
      const text = formatSetting(name, value, settings);
      if (text !== '') lines.push(`${inputName(name)}: ${text}`);
    }
  }
  printGroup(sources.length === 1 ? 'Settings' : `Settings of ${pluralize(sources.length, 'source')}`, lines);
}

function inputName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
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
