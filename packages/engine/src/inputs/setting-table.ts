import type { z } from 'zod';
import { FILE_SETTINGS } from './file-settings.ts';
import type { SettingDefinition } from './setting-definition.ts';
import { WORKFLOW_INPUTS } from './workflow-inputs.ts';

/** All settings of a source: the inputs of the workflow, and the settings of the configuration file. */
export const SETTINGS = { ...WORKFLOW_INPUTS, ...FILE_SETTINGS };

/** The name of an input or of a setting. */
export type SettingName = keyof typeof SETTINGS;

/** The names of the settings that the configuration file can contain. */
export type ConfigurableName = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends { readonly config: z.ZodType } ? Name : never;
}[SettingName];

/** The name of an input of the workflow. */
export type InputName = keyof typeof WORKFLOW_INPUTS;

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];
export const INPUT_NAMES = Object.keys(WORKFLOW_INPUTS) as readonly InputName[];
export const CONFIGURABLE_NAMES = SETTING_NAMES.filter((name): name is ConfigurableName => 'config' in SETTINGS[name]);
export const SECRET_NAMES = SETTING_NAMES.filter((name) => getDefinition(name).secret);

export function getDefinition(name: SettingName): SettingDefinition {
  return SETTINGS[name];
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** Returns whether the workflow can set this input or setting. */
export function isInput(name: string): boolean {
  return Object.hasOwn(WORKFLOW_INPUTS, name);
}

/** Returns the default text of an input or setting; empty if there is none. */
export function getDefault(name: string): string {
  return isSettingName(name) ? (getDefinition(name).default ?? '') : '';
}

export function isConfigurable(name: string): boolean {
  return isSettingName(name) && getDefinition(name).config !== undefined;
}
