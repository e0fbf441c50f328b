import { z } from 'zod';
import { MOVED_FROM_SCHEMA } from './git-schemas.ts';
import {
  BOOLEAN_SCHEMA,
  createChoiceSchema,
  createIntegerSchemaWithDefault,
  createShortTextSchema,
  GLOBS_SCHEMA,
  INCLUDABLE_KINDS,
  INCLUDE_KINDS,
  SITE_URL,
  TITLE_PREFIX,
} from './input-schemas.ts';
import type { SettingDefinition } from './setting-definition.ts';

const LIST_SCHEMA = z.union([z.string(), z.array(z.string())]);

/** The settings that only the configuration file contains: which documents are synced, how they are split, and the limits of a run. */
export const FILE_SETTINGS = {
  include: {
    description: 'Globs of the documents to sync, one per line, relative to the docs folder. Default: all documents.',
    schema: GLOBS_SCHEMA,
    config: LIST_SCHEMA,
    affects: 'sync',
  },
  exclude: {
    description:
      'Globs of the documents to skip, one per line, relative to the docs folder. Takes precedence over `include`.',
    schema: GLOBS_SCHEMA,
    config: LIST_SCHEMA,
    affects: 'sync',
  },
  'include-kinds': {
    description: `Kinds of documents to sync that are skipped by default, one per line: ${INCLUDABLE_KINDS.map((kind) => `\`${kind}\``).join(', ')}, or \`all\`.`,
    schema: INCLUDE_KINDS,
    config: LIST_SCHEMA,
    affects: 'items',
  },
  public: {
    description: 'Whether anyone may read the items. `public` in the front matter of a page takes precedence.',
    schema: BOOLEAN_SCHEMA,
    default: 'false',
    config: z.boolean(),
    affects: 'items',
  },
  publish: {
    description:
      'Whether the documents become pages of the docs portal of the project as well. `false`: nothing is published, and pages that were published before stay. `remove`: the pages and files that this repository has published are deleted.',
    schema: createChoiceSchema('false', 'true', 'remove'),
    default: 'false',
    config: z.union([z.boolean(), z.literal('remove')]),
    affects: 'sync',
  },
  'site-url': {
    description:
      'URL of the public docs site that is built from this repository. Items then link to the pages of this site instead of the files in the repository.',
    schema: SITE_URL,
    config: z.string(),
    affects: 'items',
  },
  'title-prefix': {
    description: 'Text that every item title starts with, such as the name of a product. At most 60 characters.',
    schema: TITLE_PREFIX,
    config: z.string(),
    affects: 'items',
  },
  'target-size': {
    description:
      'Target size of an item (chunk) of prose in characters, from 200 to 8000. Code, tables and lists can exceed it, up to 8000 characters.',
    schema: createIntegerSchemaWithDefault(2_500, 200, 8_000),
    default: '2500',
    config: z.int(),
    affects: 'items',
  },
  category: {
    description: 'Category of the data source.',
    schema: createShortTextSchema('set it to a category of data sources on your platform'),
    default: 'docs',
    config: z.string(),
    affects: 'sync',
  },
  provider: {
    description: 'Provider of the data source.',
    schema: createShortTextSchema('set it to the repository host, such as github'),
    default: 'github',
    config: z.string(),
    affects: 'sync',
  },
  concurrency: {
    description: 'Maximum number of concurrent requests to the platform, from 1 to 50.',
    schema: createIntegerSchemaWithDefault(5, 1, 50),
    default: '5',
    config: z.int(),
  },
  'max-minutes': {
    description:
      'Time limit in minutes, from 1 to 360. When the limit is reached, the run sends nothing more, and the next run continues.',
    schema: createIntegerSchemaWithDefault(30, 1, 360),
    default: '30',
    config: z.int(),
  },
  'allow-credentials': {
    description:
      'Sync public items even if they seem to contain a credential. Otherwise, the run fails and names the line. In private items, a credential only causes a warning.',
    schema: BOOLEAN_SCHEMA,
    default: 'false',
    config: z.boolean(),
  },
  'moved-from': {
    description:
      'Full name of this repository before it was renamed or transferred, such as `my-org/old-name`. The setting confirms that the state belongs to this repository; the former repository must no longer sync. Remove the setting after the next sync.',
    schema: MOVED_FROM_SCHEMA,
    config: z.string(),
  },
} as const satisfies Readonly<Record<string, SettingDefinition>>;
