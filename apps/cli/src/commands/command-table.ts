import type { CommandDefinition } from '../options/command-definition.ts';
import { COMMENT_OPTION, DOCS_OPTIONS, STATE_OPTIONS } from '../options/shared-options.ts';

/** All commands, in the order of the help. Parsing, help, completion and the reference are derived from this table. */
export const COMMANDS: readonly CommandDefinition[] = [
  {
    name: 'plan',
    summary: 'Show what a sync would change on the platform.',
    details: [
      'Without --state, there is nothing to compare with, so every item is new. No platform and no key are needed.',
    ],
    options: [
      ...DOCS_OPTIONS,
      ...STATE_OPTIONS,
      {
        name: 'format',
        value: 'FORMAT',
        choices: ['text', 'json', 'markdown'],
        default: 'text',
        description: 'Format of the plan. `json` is the plan file of the action, and `markdown` is its comment.',
      },
      { name: 'base', value: 'REVISION', description: 'Commit to compare the merge request with.' },
      COMMENT_OPTION,
      { name: 'all', description: 'List every change.' },
    ],
    failsIf: 'there are findings that --fail-on lists',
    examples: [
      ['context-sync plan', 'Plan the first sync of docs/.'],
      ['context-sync plan --state git:origin', 'Compare with the last sync, whose state is in the remote origin.'],
      ['context-sync plan --commit v2.0 --json', 'Write the plan file of a tag.'],
    ],
    load: async () => (await import('./plan.ts')).run,
  },
  {
    name: 'diff',
    summary: 'Show how the items differ from those of another commit, word by word.',
    positionals: [
      {
        name: 'base',
        description:
          'Commit to compare with. Default: the last common commit with the default branch, or the commit before.',
      },
    ],
    options: [
      ...DOCS_OPTIONS,
      {
        name: 'format',
        value: 'FORMAT',
        choices: ['text', 'markdown'],
        default: 'text',
        description: 'Format of the differences. `markdown` is a comment for a merge request.',
      },
      COMMENT_OPTION,
    ],
    examples: [
      ['context-sync diff', 'Show what the branch and the uncommitted changes change.'],
      ['context-sync diff v1.0 --commit v2.0', 'Compare two tags.'],
    ],
    load: async () => (await import('./diff.ts')).run,
  },
  {
    name: 'items',
    summary: 'Show the items of a document: what your AI will see.',
    positionals: [
      { name: 'file', description: 'A document. Default: all documents, with their number of items.', isPath: true },
    ],
    options: DOCS_OPTIONS,
    examples: [
      ['context-sync items docs/guide.md', 'Show the items of one document.'],
      ['context-sync items', 'Count the items of every document, and list the skipped files.'],
    ],
    load: async () => (await import('./items.ts')).run,
  },
  {
    name: 'lint',
    summary: 'Check links, anchors, titles, credentials and texts that an AI would misread.',
    options: [
      ...DOCS_OPTIONS,
      {
        name: 'format',
        value: 'FORMAT',
        choices: ['text', 'json', 'sarif'],
        default: 'text',
        description: 'Format of the findings. `sarif` is SARIF 2.1.0 for code scanners and editors.',
      },
      {
        name: 'level',
        value: 'LEVEL',
        choices: ['error', 'warning', 'note'],
        default: 'note',
        description: 'Least serious level of the findings to print.',
      },
      {
        name: 'fail-level',
        value: 'LEVEL',
        choices: ['error', 'warning', 'note', 'never'],
        default: 'warning',
        description: 'Least serious level of a finding for which the command exits with 1.',
      },
    ],
    failsIf: 'there are findings of the level that --fail-level sets',
    examples: [
      ['context-sync lint', 'Check the docs of the working tree.'],
      ['context-sync lint --format=sarif > lint.sarif', 'Write the findings for a code scanner.'],
    ],
    load: async () => (await import('./lint.ts')).run,
  },
  {
    name: 'ask',
    summary: 'Show the items that answer a question best, as the service ranks them.',
    positionals: [
      {
        name: 'question',
        description: 'A question or keywords; use the words of the docs.',
        isRequired: true,
        isRest: true,
      },
    ],
    options: [
      ...DOCS_OPTIONS,
      { name: 'limit', value: 'NUMBER', default: '5', description: 'Maximum number of items, from 1 to 20.' },
    ],
    failsIf: 'no item matches',
    examples: [['context-sync ask "How do I rotate a key?"', 'Show the best items with their sources.']],
    load: async () => (await import('./ask.ts')).run,
  },
  {
    name: 'questions',
    summary: 'Check golden questions, or compare their answers with those of another commit.',
    details: ['Reads the questions from .github/context-sync-questions.yml. No platform and no key are needed.'],
    positionals: [
      { name: 'base', description: 'Commit to compare with. Default: none, so that every answer must be found.' },
    ],
    options: DOCS_OPTIONS,
    failsIf:
      'the file has a mistake, if an answer of the base commit is lost or, without a base commit, if an answer is not found',
    examples: [
      ['context-sync questions', 'Check the working tree.'],
      ['context-sync questions main', 'Show which answers the branch and the uncommitted changes lose.'],
      ['context-sync questions v1.0 --commit v2.0 --json', 'Compare two tags.'],
    ],
    load: async () => (await import('./questions.ts')).run,
  },
  {
    name: 'questions suggest',
    summary: 'Propose golden questions from the headings of the docs.',
    details: ['Proposes only questions whose answer is found now and that the file does not contain yet.'],
    options: [
      ...DOCS_OPTIONS,
      { name: 'limit', value: 'NUMBER', default: '20', description: 'Maximum number of questions, from 1 to 500.' },
    ],
    examples: [
      ['context-sync questions suggest > .github/context-sync-questions.yml', 'Start a file with golden questions.'],
    ],
    load: async () => (await import('./questions-suggest.ts')).run,
  },
  {
    name: 'export',
    summary: 'Write all items as NDJSON, or as llms.txt or llms-full.txt.',
    options: [
      ...DOCS_OPTIONS,
      {
        name: 'format',
        value: 'FORMAT',
        choices: ['ndjson', 'llms', 'llms-full'],
        default: 'ndjson',
        description: 'Format of the export.',
      },
      { name: 'output', short: 'o', value: 'PATH', description: 'File to write. Default: standard output.' },
      { name: 'title', value: 'TEXT', description: 'Title of `llms.txt`. Default: the title prefix or the project.' },
      { name: 'public-only', description: 'Leave out private items.' },
    ],
    examples: [
      ['context-sync export > items.ndjson', 'Write one line for each item.'],
      ['context-sync export --format=llms -o llms.txt', 'Write llms.txt for the docs site.'],
    ],
    load: async () => (await import('./export.ts')).run,
  },
  {
    name: 'serve',
    summary: 'Serve the docs of the working tree over MCP, for editors and agents.',
    details: [
      'Speaks MCP on standard input and output. Every request sees the current files, with uncommitted changes. Files named SKILL.md are resources.',
    ],
    options: DOCS_OPTIONS,
    examples: [['context-sync serve', 'Serve docs/. Editors start the command themselves.']],
    load: async () => (await import('./serve.ts')).run,
  },
  {
    name: 'sync',
    summary: 'Send the changes of a commit to the platform.',
    details: [
      'Reads the API key from CONTEXT_SYNC_API_KEY. Reads the checked-out commit, without uncommitted changes. The state is stored in the remote origin, unless --state sets another location.',
    ],
    options: [
      ...DOCS_OPTIONS,
      ...STATE_OPTIONS,
      {
        name: 'on-missing-state',
        value: 'ACTION',
        choices: ['create', 'adopt', 'fail'],
        default: 'create',
        description: 'What to do if no state exists.',
      },
      {
        name: 'verify',
        value: 'WHEN',
        choices: ['auto', 'true', 'false'],
        default: 'auto',
        description: 'Whether to detect and repair drift.',
      },
    ],
    failsIf: 'a change could not be sent, if there are findings that --fail-on lists',
    examples: [
      [
        'context-sync sync --base-url=https://api.example.com --project=my-project',
        'Sync docs/ of the checked-out commit.',
      ],
    ],
    load: async () => (await import('./sync.ts')).run,
  },
  {
    name: 'doctor',
    summary: 'Check whether a sync would work. Changes nothing.',
    options: [...DOCS_OPTIONS, ...STATE_OPTIONS.filter(({ name }) => name === 'state' || name === 'base-url')],
    failsIf: 'a check fails',
    examples: [
      ['context-sync doctor --base-url=https://api.example.com', 'Check settings, docs, platform, key and state.'],
    ],
    load: async () => (await import('./doctor.ts')).run,
  },
  {
    name: 'init',
    summary: 'Write the workflow that runs the action on GitHub.',
    details: [
      'The workflow has two jobs with the fewest permissions: one plans pull requests, the other syncs the branch.',
    ],
    options: [
      ...DOCS_OPTIONS.filter(({ name }) => ['docs', 'project', 'branch', 'repository'].includes(name)),
      ...STATE_OPTIONS.filter(({ name }) => name === 'base-url'),
      {
        name: 'installation-id',
        value: 'ID',
        description: "ID of the platform's app installation, with which the first sync connects the repository.",
      },
      { name: 'print', description: 'Print the workflow instead of writing it.' },
      { name: 'force', description: 'Replace an existing workflow.' },
    ],
    examples: [
      [
        'context-sync init --base-url=https://api.example.com --project=my-project',
        'Write .github/workflows/context-sync.yml.',
      ],
    ],
    load: async () => (await import('./init.ts')).run,
  },
  {
    name: 'completion',
    summary: 'Print the completion script of a shell.',
    positionals: [{ name: 'shell', description: '`bash`, `zsh` or `fish`.', isRequired: true }],
    options: [],
    examples: [
      ['source <(context-sync completion bash)', 'Complete commands in this shell.'],
      [
        'context-sync completion fish > ~/.config/fish/completions/context-sync.fish',
        'Complete commands in every session of fish.',
      ],
    ],
    load: async () => (await import('./completion.ts')).run,
  },
];
