import type { OptionDefinition } from './command-definition.ts';

/** Options of the program and of every command. */
export const GLOBAL_OPTIONS: readonly OptionDefinition[] = [
  { name: 'json', description: 'Write the result as JSON to standard output.' },
  { name: 'help', short: 'h', description: 'Show the help.' },
];

/** Options that choose which docs a command reads. */
export const DOCS_OPTIONS: readonly OptionDefinition[] = [
  {
    name: 'docs',
    value: 'PATH',
    description: 'Docs folder, relative to the root of the repository. `.` is the whole repository. Default: `docs`.',
  },
  {
    name: 'commit',
    value: 'REVISION',
    description: 'Commit, branch or tag to read. Default: the working tree with its uncommitted changes.',
  },
  { name: 'ref', value: 'REVISION', description: 'The same as `--commit`.' },
  {
    name: 'config',
    value: 'PATH',
    description:
      'Configuration file, relative to the root of the repository. Default: `.github/context-sync.yml`, if present.',
  },
  {
    name: 'project',
    value: 'SLUG',
    description:
      'Slug of the project. If the configuration file has several sources, selects the source of this project.',
  },
  { name: 'branch', value: 'NAME', description: 'Branch in the source URLs. Default: the default branch of `origin`.' },
  {
    name: 'repository',
    short: 'C',
    value: 'PATH',
    description: 'Folder of the repository. Default: the current folder.',
  },
];

/** Options for the location of the state and for its use in a plan. */
export const STATE_OPTIONS: readonly OptionDefinition[] = [
  {
    name: 'state',
    value: 'LOCATION',
    description:
      'Where the state of the last sync is stored: `git:` and a remote or URL, `folder:` and a path, or `none`. Separate several entries by commas.',
  },
  { name: 'base-url', value: 'URL', description: "URL of the platform's API, without `/api/v1`." },
  {
    name: 'on-in-doubt',
    value: 'DECISION',
    description: 'What to do with items whose outcome is unknown: `hold`, `resend` or `assume-created`.',
  },
  {
    name: 'forget',
    value: 'ITEMS',
    description: 'Superseded and orphaned items to stop tracking, separated by commas, or `all`.',
  },
  { name: 'allow-mass-change', description: 'Allow a sync to remove more than half of all items.' },
  {
    name: 'fail-on',
    value: 'FINDINGS',
    description:
      'Findings for which the command exits with 1, separated by commas: `broken-links`, `warnings`, `in-doubt`, `mass-change`, `lost-answers`.',
  },
];

/** Options for posting a plan as a comment. */
export const COMMENT_OPTION: OptionDefinition = {
  name: 'post',
  value: 'HOST',
  choices: ['gitlab'],
  description: 'Write the plan as a comment on the merge request of the job. Reads the token from GITLAB_TOKEN.',
};
