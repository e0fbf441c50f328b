import { z } from 'zod';

const list = z.union([z.string(), z.array(z.string())]);

/** The settings that the file can hold, named as the inputs are. Each is checked as the input of its name is. */
const settings = {
  project: z.string().optional().describe('Slug of the project on the platform.'),
  docs: z.string().optional().describe('Folder of the documents, from the root of the repository.'),
  include: list.optional().describe('Globs of the documents to sync, relative to the docs folder.'),
  exclude: list.optional().describe('Globs of documents to leave out, relative to the docs folder.'),
  keep: list.optional().describe('Kinds of documents to sync although they are left out by default.'),
  public: z.boolean().optional().describe('Whether the items may be shown to the public.'),
  'title-prefix': z.string().optional().describe("What every item's title begins with."),
  'site-url': z.string().optional().describe('Public URL of the docs site that this repository publishes.'),
  'target-size': z.int().optional().describe('Length that prose is gathered up to in one item.'),
  connect: z.boolean().optional().describe('Whether to connect this repository as a data source, once.'),
  'installation-id': z.int().optional().describe("Id of the platform's app installation."),
  category: z.string().optional().describe('Category of the data source.'),
  provider: z.string().optional().describe('Provider of the data source.'),
  'state-ref': z.string().optional().describe('Git ref that the state is kept in.'),
};

/** Settings of one docs folder and the project that it is synced to. */
export const sourceConfig = z.strictObject(settings);
export type SourceConfig = z.infer<typeof sourceConfig>;

/** The configuration file: settings for all sources, and the sources with their own. Without `sources` there is one. */
export const configFile = z.strictObject({
  $schema: z.string().optional().describe('Address of this schema, for editors.'),
  ...settings,
  sources: z
    .array(sourceConfig)
    .min(1)
    .max(50)
    .optional()
    .describe('Docs folders and the projects that they are synced to. What a source does not set is taken from above.'),
});
export type ConfigFile = z.infer<typeof configFile>;

/** Names of the inputs that the file can set as well. */
export const CONFIGURABLE = Object.keys(settings) as (keyof SourceConfig)[];

/** The schema for editors. */
export function configJsonSchema(): unknown {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Context Sync',
    ...z.toJSONSchema(configFile, { target: 'draft-2020-12' }),
  };
}
