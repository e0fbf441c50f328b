/** Settings of a workflow that syncs to a platform. */
export interface WorkflowSettings {
  readonly project: string;
  readonly baseUrl: string;
  /** Id of the app installation at the repository host. If undefined, the workflow does not connect a data source. */
  readonly installationId: string | undefined;
  /** The docs folder; `.` for the whole repository. Default: `docs`. */
  readonly docs?: string;
  /** The branch to sync. Default: `main`. */
  readonly branch?: string;
  /** Action and version that the workflow uses, in the form `owner/name@ref`. */
  readonly action?: string | undefined;
}

/** Action that the workflow uses by default. */
export const DEFAULT_ACTION = 'OWNER/context-sync@v1';

/**
 * Returns the workflow of `examples/push-and-pull-request.yml` with these settings. It has two jobs, each with the minimum permissions: one plans pull
 * requests, the other syncs the branch. Tests compare the result with that file.
 */
export function formatWorkflow({
  project,
  baseUrl,
  installationId,
  docs = 'docs',
  branch = 'main',
  action = DEFAULT_ACTION,
}: WorkflowSettings): string {
  const sharedInputs = [
    `base-url: ${new URL(baseUrl).href.replace(/\/$/, '')}`,
    `project: ${project}`,
    ...(docs === 'docs' ? [] : [`docs: ${quote(docs)}`]),
    installationId === undefined ? 'connect: "false"' : `installation-id: "${installationId}"`,
  ]
    .map((line) => `          ${line}`)
    .join('\n');
  const paths = docs === '.' ? '**' : `${docs}/**`;
  return `# Syncs ${docs === '.' ? 'the documents' : `${docs}/`} on every push to ${branch}, and shows on pull requests what a merge would change.
name: Context Sync
on:
  push:
    branches: [${quote(branch)}]
  pull_request: # Plans only and needs no secrets. pull_request_target is neither needed nor supported.
    paths: # Everything that can change an item.
      - ${quote(paths)}
      - mkdocs.yml # the configuration of your site generator
      - snippets/** # the files outside of ${docs === '.' ? 'the docs folder' : `${docs}/`} that pages include
      - .github/context-sync.yml
      - .github/workflows/context-sync.yml

permissions: {}

concurrency:
  group: context-sync-\${{ github.ref }}
  cancel-in-progress: false

jobs:
  plan:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: read # reads the docs and the state
      pull-requests: write # posts the plan as a comment on the pull request
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          fetch-depth: 2 # the plan compares the merge commit with the commit before it
          persist-credentials: false
      - uses: ${action}
        with:
          mode: plan
${sharedInputs}

  sync:
    if: github.event_name != 'pull_request'
    runs-on: ubuntu-latest
    timeout-minutes: 40
    permissions:
      contents: write # stores the state in refs/context-sync/<project>
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
      - uses: ${action}
        with:
          api-key: \${{ secrets.CONTEXT_SYNC_API_KEY }}
${sharedInputs}`;
}

/** Quotes a value for YAML if it contains characters with a meaning there. */
function quote(value: string): string {
  return /^[\w./-][\w./ -]*(?:\*\*)?$/.test(value) && !/^\.$|^[\d.]+$|^(?:true|false|null|yes|no|on|off)$/i.test(value)
    ? value
    : JSON.stringify(value);
}
