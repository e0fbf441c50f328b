import { z } from 'zod';
import {
  CONFIGURABLE_NAMES,
  type ConfigurableName,
  getDefinition,
  SETTINGS,
  type SettingName,
} from './setting-table.ts';

type SettingsShape = { [Name in ConfigurableName]: z.ZodOptional<(typeof SETTINGS)[Name]['config']> };

/** Schemas of the settings in the configuration file. A setting with the name of an input is validated like the input. */
const settings = Object.fromEntries(
  CONFIGURABLE_NAMES.map((name) => [name, SETTINGS[name].config.optional().describe(describeInput(name))]),
) as SettingsShape;

/** Schema of the settings of one docs folder and its project. */
export const sourceConfig = z.strictObject(settings);
export type SourceConfig = z.infer<typeof sourceConfig>;

/**
 * Schema of the configuration file: settings for all sources, and the sources with separate settings. Without `sources`, the file describes one
 * source.
 */
export const configFile = z.strictObject({
  $schema: z.string().optional().describe('URL of this schema, for editors.'),
  ...settings,
  sources: z
    .array(sourceConfig)
    .min(1)
    .max(50)
    .optional()
    .describe('Docs folders and their projects. A source inherits the settings above that it does not set.'),
});
export type ConfigFile = z.infer<typeof configFile>;

/** Returns the JSON schema of the configuration file for editors. */
export function createConfigJsonSchema(): unknown {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Context Sync',
    ...z.toJSONSchema(configFile, { target: 'draft-2020-12' }),
  };
}

/** Returns the description of an input or setting. Adds the default if action.yml does not declare it. */
export function describeInput(name: SettingName): string {
  const { description, default: value, config } = getDefinition(name);
  return value === undefined || config === undefined ? description : `${description} Default: \`${value}\`.`;
}
