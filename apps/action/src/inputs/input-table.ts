import { z } from 'zod';
import { BRANCH_SCHEMA, MOVED_FROM_SCHEMA, STATE_REF, STATE_REMOTE } from './git-schemas.ts';
import { IN_DOUBT_DECISIONS } from './in-doubt.ts';
import {
  API_KEY,
  BASE_URL,
  BOOLEAN_SCHEMA,
  createChoiceSchema,
  createIntegerSchemaWithDefault,
  createShortTextSchema,
  DOCS_FOLDER,
  GLOBS_SCHEMA,
  INCLUDABLE_KINDS,
  INCLUDE_KINDS,
  INSTALLATION_ID,
  type InputSchema,
  LINES_SCHEMA,
  OPTIONAL_TEXT,
  PROJECT_SCHEMA,
  SITE_URL,
  TEXT_SCHEMA,
  TITLE_PREFIX,
} from './input-schemas.ts';

/** The definition of an input. action.yml, the settings, the configuration file and the tests are derived from it. */
export interface InputDefinition {
  /** Description in Markdown for action.yml, the documentation and editors. */
  readonly description: string;
  /** Schema that parses and validates the text of the input. */
  readonly schema: InputSchema<unknown>;
  /** Text that is used if the input is not set. */
  readonly default?: string;
  /** Default that is an expression of GitHub Actions, which only GitHub can evaluate. */
  readonly workflowDefault?: string;
  readonly required?: true;
  /** Type of the input in the configuration file; undefined if the file cannot set the input. */
  readonly config?: z.ZodType;
  /**
   * Effect of a changed value. With `items`, a change affects the items of documents, so that every document is read again. With `sync`, a change
   * affects which documents are synced or how the repository is connected. Undefined if a change affects neither.
   */
  readonly affects?: 'items' | 'sync';
  /** Whether the value is a secret that must not be printed. */
  readonly secret?: true;
}

/** The path of the configuration file if the input `config` is not set. */
export const DEFAULT_CONFIG_PATH = '.github/context-sync.yml';

const LIST_SCHEMA = z.union([z.string(), z.array(z.string())]);

export const INPUTS = {
  'api-key': {
    description:
      'Personal API key of the platform, with write access. Store it in a secret. Planning needs no key, so it works on pull requests from forks.',
    schema: API_KEY,
    secret: true,
  },
  'base-url': {
    description: "URL of the platform's API, without `/api/v1`. Must use https, except for loopback addresses.",
    schema: BASE_URL,
    required: true,
  },
  project: {
    description: 'Slug of the project on the platform. Required here or in the configuration file.',
    schema: PROJECT_SCHEMA,
    config: z.string(),
  },
  docs: {
    description: 'Path of the docs folder, relative to the root of the repository. Use `.` for the whole repository.',
    schema: DOCS_FOLDER,
    default: 'docs',
    config: z.string(),
    affects: 'items',
  },
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
  'site-url': {
    description:
      'URL of the public docs site that is built from this repository. Items then link to its pages instead of the files in the repository.',
    schema: SITE_URL,
    config: z.string(),
    affects: 'items',
  },
  mode: {
    description:
      '`auto` syncs on the configured branch and plans (dry run) everywhere else; `plan` only plans; `apply` works like `auto`, but warns if the run can only plan; `doctor` checks the setup without syncing.',
    schema: createChoiceSchema('auto', 'plan', 'apply', 'doctor'),
    default: 'auto',
  },
  comment: {
    description:
      'When to post the plan as a comment on the pull request: `changes-only`, `always` or `never`. Requires the permission `pull-requests: write`.',
    schema: createChoiceSchema('changes-only', 'always', 'never'),
    default: 'changes-only',
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
  connect: {
    description: 'Whether to connect this repository to the project as a data source.',
    schema: BOOLEAN_SCHEMA,
    default: 'true',
    config: z.boolean(),
    affects: 'sync',
  },
  'installation-id': {
    description:
      "ID of the platform's app installation on your account, from the URL of the installation's settings page. Required only for the first connection.",
    schema: INSTALLATION_ID,
    config: z.int(),
    affects: 'sync',
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
  branch: {
    description: 'Branch to sync. Default: the default branch of the repository.',
    schema: BRANCH_SCHEMA,
    affects: 'items',
  },
  config: {
    description: `Path of the configuration file. Default: \`${DEFAULT_CONFIG_PATH}\`, if present. Workflow inputs take precedence over it.`,
    schema: OPTIONAL_TEXT,
  },
  'github-token': {
    description:
      'Token for the state and for comments. Requires the permission `contents: write` to sync, or `contents: read` to plan.',
    schema: TEXT_SCHEMA,
    workflowDefault: '${{ github.token }}',
    secret: true,
  },
  'state-ref': {
    description: 'Git ref that stores the state. Default: `refs/context-sync/` followed by the project slug.',
    schema: STATE_REF,
    config: z.string(),
  },
  'state-remote': {
    description:
      "Git repository that stores the state ref, for hosts other than GitHub: an https or ssh URL, `host:path`, a local path, or a remote of the checkout such as `origin`. Default: this repository, through GitHub's API.",
    schema: STATE_REMOTE,
  },
  'state-folder': {
    description:
      'Folder that stores the state instead of a git ref, for runs outside GitHub and for runners with a persistent disk.',
    schema: OPTIONAL_TEXT,
  },
  'on-missing-state': {
    description:
      'What to do if no state exists: `create` starts a new state and imports existing items if the platform can list them; `adopt` does the same, but fails if the platform cannot list them; `fail` always fails.',
    schema: createChoiceSchema('create', 'adopt', 'fail'),
    default: 'create',
  },
  'moved-from': {
    description:
      'Full name of this repository before it was renamed or transferred, such as `my-org/old-name`. Set it for one run to confirm that the state belongs to this repository; the former repository must no longer sync.',
    schema: MOVED_FROM_SCHEMA,
  },
  verify: {
    description:
      "Detect drift: compare the state with the platform's items, create deleted ones again and revert manual edits. `auto` does so in scheduled and manual runs if the platform can list items; `true` always; `false` never.",
    schema: createChoiceSchema('auto', 'true', 'false'),
    default: 'auto',
  },
  'on-in-doubt': {
    description:
      'What to do with items whose outcome is unknown after an interrupted run: `hold` reports them, `resend` sends them again, `assume-created` marks them as created. To decide about one item, add a line with its key or path, such as `resend: docs/guide.md#install`.',
    schema: IN_DOUBT_DECISIONS,
    default: 'hold',
  },
  forget: {
    description:
      'Superseded and orphaned items to stop tracking because you deleted them by hand: one key, ID or document path per line, or `all`.',
    schema: LINES_SCHEMA,
  },
  'allow-mass-change': {
    description:
      'Allow a run to delete, supersede or orphan more than 10 items and more than 50 % of all items. Otherwise, such a run fails.',
    schema: BOOLEAN_SCHEMA,
    default: 'false',
  },
  'allow-credentials': {
    description:
      'Sync public items even if they seem to contain a credential. Otherwise, the run fails and names the line. In private items, a credential only causes a warning.',
    schema: BOOLEAN_SCHEMA,
    default: 'false',
  },
  'max-minutes': {
    description:
      'Time limit in minutes, from 1 to 360. When the limit is reached, the run sends nothing more, and the next run continues.',
    schema: createIntegerSchemaWithDefault(30, 1, 360),
    default: '30',
  },
  concurrency: {
    description: 'Maximum number of concurrent requests to the platform, from 1 to 50.',
    schema: createIntegerSchemaWithDefault(5, 1, 50),
    default: '5',
  },
} as const satisfies Readonly<Record<string, InputDefinition>>;

export type InputName = keyof typeof INPUTS;

/** Names of the inputs that the configuration file can set. */
export type ConfigurableName = {
  [Name in InputName]: (typeof INPUTS)[Name] extends { readonly config: z.ZodType } ? Name : never;
}[InputName];

export const INPUT_NAMES = Object.keys(INPUTS) as readonly InputName[];
export const CONFIGURABLE_NAMES = INPUT_NAMES.filter((name): name is ConfigurableName => 'config' in INPUTS[name]);
export const SECRET_NAMES = INPUT_NAMES.filter((name) => getDefinition(name).secret);

export function getDefinition(name: InputName): InputDefinition {
  return INPUTS[name];
}

export function isInputName(name: string): name is InputName {
  return Object.hasOwn(INPUTS, name);
}

/** Returns the default text of an input; empty if the input has no default. */
export function getDefault(name: string): string {
  return isInputName(name) ? (getDefinition(name).default ?? '') : '';
}

export function isConfigurable(name: string): boolean {
  return isInputName(name) && getDefinition(name).config !== undefined;
}
