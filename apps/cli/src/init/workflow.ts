/** What the workflow contains of the repository. */
export interface WorkflowValues {
  readonly baseUrl: string;
  readonly project: string;
  readonly docs: string;
  readonly branch: string;
  /** ID of the app installation that connects the repository; undefined to connect nothing. */
  readonly installationId: string | undefined;
}

/** Returns the workflow with two jobs, each with the fewest permissions: one plans pull requests, the other syncs the branch. */
export function formatWorkflow({ baseUrl, project, docs, branch, installationId }: WorkflowValues): string {
  const shared = [
    `base-url: ${baseUrl}`,
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
      - uses: OWNER/context-sync@v1
        with:
          mode: plan
${shared}

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
      - uses: OWNER/context-sync@v1
        with:
          api-key: \${{ secrets.CONTEXT_SYNC_API_KEY }}
${shared}
`;
}

/** Quotes a value for YAML if it contains characters with a meaning there. */
function quote(value: string): string {
  return /^[\w./-][\w./ -]*(?:\*\*)?$/.test(value) && !/^\.$|^[\d.]+$|^(?:true|false|null|yes|no|on|off)$/i.test(value)
    ? value
    : JSON.stringify(value);
}
