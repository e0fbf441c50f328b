import { createServer } from 'node:net';
import { createEmulator } from 'emulate';
import type { GitRepository } from '../git/git-repository.ts';
import type { Cleanup } from '../process/cleanup.ts';
import { SecretWatch } from '../process/secret-watch.ts';
import { ActionsApp, type Permissions } from './github-app.ts';
import { type GitHubComment, listAllComments, writeComments } from './github-comments.ts';
import { startGitHubProxy } from './github-proxy.ts';
import { TranslatedPushes } from './github-pushes.ts';
import { PullRequests } from './pull-requests.ts';

/** A GitHub emulator on loopback with git data, refs, comments and permissions. */
export interface GitHub {
  readonly apiUrl: string;
  readonly owner: string;
  readonly repo: string;
  /** A workflow token with write access to contents and comments. */
  readonly token: string;
  /** A read-only workflow token, which runs for pull requests from forks get. */
  readonly readOnlyToken: string;
  /** Method and path of every request in the form `METHOD path`, in order of arrival. */
  readonly requests: readonly string[];
  /** Searches all data that is sent to GitHub for secrets. */
  readonly watch: SecretWatch;
  /** Creates a workflow token with other permissions. */
  createToken(permissions: Permissions): Promise<string>;
  /**
   * Makes a commit of a real repository the head of a branch, in the same way as a forced push. Branches that were never pushed are the emulator's own
   * branches: `main` with unrelated commits.
   * @param revision revision to push. Default: HEAD
   */
  push(repository: GitRepository, branch: string, revision?: string): Promise<void>;
  /** Opens a pull request. @param head commit to merge @returns the number of the pull request */
  openPullRequest(title: string, head: string): Promise<number>;
  pushToPullRequest(number: number, head: string): void;
  /** Merges a pull request. @param commit commit on the branch that results from the merge */
  mergePullRequest(number: number, commit: string): Promise<void>;
  /** Returns the comments on a pull request, oldest first. */
  comments(number: number): Promise<GitHubComment[]>;
  /** Writes comments as a user other than the workflow. */
  writeComments(number: number, bodies: readonly string[]): Promise<void>;
}

/** A user whose token is used only by the test and never by a run. */
const SECOND_USER = 'somebody';

/** Starts the emulator. The clean-up fails if a request or response violates GitHub's OpenAPI document. */
export async function startGitHub(cleanup: Cleanup): Promise<GitHub> {
  const owner = 'octo-org';
  const repo = 'api';
  const [ownerToken, personToken] = ['owners-own-token', 'somebodys-own-token'];
  const app = new ActionsApp();
  const watch = new SecretWatch();
  const proxy = await startGitHubProxy(cleanup, watch);
  const port = await findFreePort();
  const emulator = await createEmulator({
    service: 'github',
    port,
    baseUrl: proxy.url,
    seed: {
      tokens: {
        [ownerToken]: { login: owner, scopes: ['repo'] },
        [personToken]: { login: SECOND_USER, scopes: ['repo'] },
      },
      github: {
        users: [{ login: owner }, { login: SECOND_USER }],
        repos: [{ owner, name: repo, default_branch: 'main' }],
        apps: [app.seed(owner)],
      },
    },
  });
  cleanup.add(() => emulator.close());
  const emulatorUrl = `http://127.0.0.1:${port}`;
  proxy.emulator = emulatorUrl;
  const repository = `${emulatorUrl}/repos/${owner}/${repo}`;
  const pulls = new PullRequests(repository, ownerToken);
  proxy.pulls = pulls;
  const pushes = new TranslatedPushes(repository, ownerToken);
  proxy.pushes = pushes;
  const createToken = async (permissions: Permissions): Promise<string> => {
    const token = await app.token(emulatorUrl, permissions);
    proxy.workflowTokens.add(token);
    return token;
  };
  return {
    apiUrl: proxy.url,
    owner,
    repo,
    token: await createToken({ contents: 'write', pull_requests: 'write' }),
    readOnlyToken: await createToken({ contents: 'read', pull_requests: 'read' }),
    requests: proxy.requests,
    watch,
    createToken,
    push: (from, branch, revision = 'HEAD') => pushes.push(from, branch, revision),
    openPullRequest: (title, head) => pulls.open(title, head),
    pushToPullRequest: (number, head) => pulls.push(number, head),
    mergePullRequest: (number, commit) => pulls.merge(number, commit),
    comments: (number) => listAllComments(repository, ownerToken, number),
    writeComments: (number, bodies) => writeComments(repository, personToken, number, bodies),
  };
}

/** Returns a port that was free a moment ago, because the emulator cannot choose a port itself. */
async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
