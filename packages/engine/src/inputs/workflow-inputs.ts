import { z } from 'zod';
import { FAIL_ON } from './fail-on.ts';
import { BRANCH_SCHEMA } from './git-schemas.ts';
import { IN_DOUBT_DECISIONS } from './in-doubt.ts';
import {
  API_KEY,
  BASE_URL,
  BOOLEAN_SCHEMA,
  createChoiceSchema,
  DOCS_FOLDER,
  INSTALLATION_ID,
  LINES_SCHEMA,
  OPTIONAL_TEXT,
  PROJECT_SCHEMA,
  TEXT_SCHEMA,
} from './input-schemas.ts';
import type { SettingDefinition } from './setting-definition.ts';
import { STATE_LOCATION } from './state-location.ts';

/** The path of the configuration file if the input `config` is not set. */
export const DEFAULT_CONFIG_PATH = '.github/context-sync.yml';

/** The inputs of the workflow: which project, how a run behaves, and decisions for one run. */
export const WORKFLOW_INPUTS = {
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
  branch: {
    description: 'Branch to sync. Default: the default branch of the repository.',
    schema: BRANCH_SCHEMA,
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
  'fail-on': {
    description:
      'Findings that fail the run, one per line: `broken-links`, `warnings`, `in-doubt`, `mass-change` or `lost-answers`. The plan is still posted. Default: none.',
    schema: FAIL_ON,
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
  state: {
    description:
      "Where the state is stored, one entry per line. `ref:REF` names a git ref, and `git:REPOSITORY` its repository: an https or ssh URL, `host:path`, a path, or a remote such as `origin`. `folder:PATH` names a folder instead. Default: the ref `refs/context-sync/` followed by the project slug, in this repository, through GitHub's API.",
    schema: STATE_LOCATION,
    config: z.string().regex(/^ref:/),
  },
  'on-missing-state': {
    description:
      'What to do if no state exists: `create` starts a new state and imports existing items if the platform can list them; `adopt` does the same, but fails if the platform cannot list them; `fail` always fails.',
    schema: createChoiceSchema('create', 'adopt', 'fail'),
    default: 'create',
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
} as const satisfies Readonly<Record<string, SettingDefinition>>;
