import type { z } from 'zod';
import type { RemoteAddress } from './remote-address.ts';
import type { SETTINGS, SettingName } from './setting-table.ts';

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The values of all inputs and settings. The names are the setting names in camel case. */
export type SettingValues = {
  readonly [Name in SettingName as CamelCase<Name>]: z.output<(typeof SETTINGS)[Name]['schema']>;
};

/** The validated settings of a source: the values of the inputs and settings, and the location of the state with its default. */
export interface Settings extends Omit<SettingValues, 'state'> {
  readonly stateRef: string;
  /** The git repository that stores the state. Without it and a folder, the state is stored in this repository, through GitHub's API. */
  readonly stateRemote: RemoteAddress | undefined;
  readonly stateFolder: string | undefined;
}

/** Converts the name of an input to its name in the code: `title-prefix` → `titlePrefix`. */
export function toCamelCase(name: SettingName): keyof SettingValues {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) as keyof SettingValues;
}

/** Converts a name in the code to the name of its input: `titlePrefix` → `title-prefix`. */
export function toKebabCase(setting: string): string {
  return setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
