import {
  type ActionResult,
  type ActionRun,
  Cleanup,
  type GitHub,
  GitRepository,
  runAction,
  startGitHub,
} from '@context-sync/testkit';

/** The default docs: two documents. The second one has two sections that do not fit into one item. */
export const DOCS: Readonly<Record<string, string>> = {
  'docs/index.md': '# Welcome\n\nThe API of the octopus.\n',
  'docs/guides/limits.md': `# Limits\n\n## Rate\n\n${'Sixty requests a minute. '.repeat(90)}\n\n## Size\n\n${'One megabyte a body. '.repeat(90)}\n`,
};

/** The path of the configuration file. */
export const CONFIG_PATH = '.github/context-sync.yml';

/** The server to which runs sync: the service, or the server that implements only the five specified operations. */
export interface Target {
  readonly url: string;
  readonly key: string;
  readonly project: string;
}

/** A repository with docs and an emulated GitHub for one test. */
export class Sandbox {
  readonly cleanup: Cleanup;
  readonly repository: GitRepository;
  readonly github: GitHub;

  private constructor(cleanup: Cleanup, repository: GitRepository, github: GitHub) {
    this.cleanup = cleanup;
    this.repository = repository;
    this.github = github;
  }

  static async create(docs: Readonly<Record<string, string | Uint8Array>> = DOCS): Promise<Sandbox> {
    const cleanup = new Cleanup();
    const repository = await GitRepository.create(cleanup);
    await repository.commit('Write the docs', docs);
    return new Sandbox(cleanup, repository, await startGitHub(cleanup));
  }

  /** Commits the configuration file with these settings. */
  async configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.repository.commit('Configure', { [CONFIG_PATH]: JSON.stringify(settings) });
  }

  /** Runs the shipped bundle on the checked-out commit. */
  async run(
    { url, key, project }: Target,
    inputs: Readonly<Record<string, string>> = {},
    more: Partial<ActionRun> = {},
  ): Promise<ActionResult> {
    return runAction(this.cleanup, {
      workspace: this.repository.path,
      github: this.github,
      sha: await this.repository.head(),
      inputs: { 'api-key': key, 'base-url': url, project, 'installation-id': '42', ...inputs },
      ...more,
    });
  }

  /** Returns the commits of the state, newest first, or an empty list if there is no state. */
  async stateCommits(ref = 'context-sync/octo-api'): Promise<{ message: string; tree: string }[]> {
    const { apiUrl, owner, repo, token } = this.github;
    const get = async (path: string) => {
      const response = await fetch(`${apiUrl}/repos/${owner}/${repo}/git/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
    };
    const head = await get(`ref/${ref}`);
    const commits: { message: string; tree: string }[] = [];
    let sha = (head?.object as { sha: string } | undefined)?.sha;
    while (sha !== undefined) {
      const commit = (await get(`commits/${sha}`)) as {
        message: string;
        tree: { sha: string };
        parents: { sha: string }[];
      };
      commits.push({ message: commit.message, tree: commit.tree.sha });
      sha = commit.parents[0]?.sha;
    }
    return commits;
  }
}

/** Returns the outputs that are counts of items. */
export function counts({ outputs }: ActionResult): Record<string, string | undefined> {
  const { created, updated, deleted, unchanged, deferred, superseded, orphaned, failed } = outputs;
  return { created, updated, deleted, unchanged, deferred, superseded, orphaned, failed };
}

export const NONE = {
  created: '0',
  updated: '0',
  deleted: '0',
  unchanged: '0',
  deferred: '0',
  superseded: '0',
  orphaned: '0',
  failed: '0',
};
