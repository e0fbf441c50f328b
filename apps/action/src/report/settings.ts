import * as core from '@actions/core';
import type { Settings } from '../inputs/settings.ts';
import { showRemote } from '../state/remote-address.ts';
import { info } from './info.ts';
import { count } from './phrases.ts';

/** What is never printed, or not worth it. */
const HIDDEN = new Set<keyof Settings>(['apiKey', 'githubToken']);

/** Prints what the inputs and the configuration file come to, in a group. */
export function showSettings(sources: readonly Settings[]): void {
  core.startGroup(sources.length === 1 ? 'Settings' : `Settings of ${count(sources.length, 'source')}`);
  for (const settings of sources) {
    for (const [name, value] of Object.entries(settings)) {
      if (HIDDEN.has(name as keyof Settings)) continue;
      const text =
        name === 'stateRemote' && settings.stateRemote ? showRemote(settings.stateRemote) : valueInWords(value);
      if (text !== '') info(`${inputName(name)}: ${text}`);
    }
  }
  core.endGroup();
}

function inputName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function valueInWords(value: unknown): string {
  if (value instanceof Set) return [...value].join(', ');
  if (Array.isArray(value)) return value.join(', ');
  return value === undefined ? '' : String(value);
}
