import type { z } from 'zod';
import type { INPUTS, InputName } from './input-table.ts';

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The values of all inputs. The names are the input names in camel case. */
export type InputValues = {
  readonly [Name in InputName as CamelCase<Name>]: z.output<(typeof INPUTS)[Name]['schema']>;
};

/** The validated settings of a source: the values of the inputs, and the ref of the state with its default. */
export interface Settings extends Omit<InputValues, 'stateRef'> {
  readonly stateRef: string;
}

/** Converts the name of an input to the name of its setting: `title-prefix` → `titlePrefix`. */
export function toSettingName(input: InputName): keyof Settings {
  return input.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) as keyof Settings;
}

/** Converts the name of a setting to the name of its input: `titlePrefix` → `title-prefix`. */
export function toInputName(setting: string): string {
  return setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
