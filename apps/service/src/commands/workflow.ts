/** Settings of a workflow that syncs to this service. */
export interface WorkflowSettings {
  readonly slug: string;
  readonly baseUrl: string;
  /** Id of the app installation at the repository host. If undefined, the workflow does not connect a data source. */
  readonly installationId: string | undefined;
  /** Action and version that the workflow uses, in the form `owner/name@ref`. */
  readonly action?: string | undefined;
}

/** Action that the workflow uses by default. */
export const DEFAULT_ACTION = 'OWNER/context-sync@v1';

/** Returns the workflow of `examples/push-and-pull-request.yml` with these settings. A test compares the result with that file. */
export function formatWorkflow({ slug, baseUrl, installationId, action = DEFAULT_ACTION }: WorkflowSettings): string {
  const connection = installationId === undefined ? 'connect: "false"' : `installation-id: "${installationId}"`;
  const url = new URL(baseUrl).href.replace(/\/$/, '');
  return `# Syncs docs/ on every push to main, and shows on pull requests what a merge would change.
name: Context Sync
on:
  push:
    branches: [main]
  pull_request: # Plans only and needs no secrets. pull_request_target is neither needed nor supported.
    paths: # Everything that can change an item.
      - docs/**
      - mkdocs.yml # the configuration of your site generator
      - snippets/** # the files outside of docs/ that pages include
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
          base-url: ${url}
          project: ${slug}
          ${connection}

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
          base-url: ${url}
          project: ${slug}
          ${connection}`;
}
