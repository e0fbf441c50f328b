import { createServer } from 'node:net';
import { createEmulator } from 'emulate';
import type { GitRepository } from '../git/git-repository.ts';
import type { Cleanup } from '../process/cleanup.ts';
import { SecretWatch } from '../process/secret-watch.ts';
import { ActionsApp, type Permissions } from './app.ts';
import { allComments, type GitHubComment, writeComments } from './comments.ts';
import { startFront } from './front.ts';
import { PullRequests } from './pull-requests.ts';
import { Pushes } from './pushes.ts';

/** A GitHub of its own: an emulator that keeps git data, refs, comments and permissions, on loopback. */
export interface GitHub {
  readonly apiUrl: string;
  readonly owner: string;
  readonly repo: string;
  /** A workflow's, that may write contents and comments. */
  readonly token: string;
  /** A workflow's that may read alone, as a pull request's from a fork. */
  readonly readOnlyToken: string;
  /** `METHOD path` of every request that came, in order. */
  readonly requests: readonly string[];
  /** Looks through everything that is sent to GitHub. */
  readonly watch: SecretWatch;
  /** Makes a workflow's token with other permissions. */
  tokenWith(permissions: Permissions): Promise<string>;
  /**
   * Makes a commit of a real repository the head of a branch, whatever it was before. Branches that were never pushed are those of the
   * emulator: `main`, with commits that nobody else knows.
   * @param revision default: what is checked out
   */
  push(repository: GitRepository, branch: string, revision?: string): Promise<void>;
  /** @param head commit that it wants merged @returns its number */
  openPullRequest(title: string, head: string): Promise<number>;
  pushToPullRequest(number: number, head: string): void;
  /** @param commit what has become of it on the branch */
  mergePullRequest(number: number, commit: string): Promise<void>;
  /** The comments on a pull request, oldest first. */
  comments(number: number): Promise<GitHubComment[]>;
  /** Writes comments in the name of a person who is not the workflow. */
  writeComments(number: number, bodies: readonly string[]): Promise<void>;
}

/** A person; the token is the test's own way in, and goes to no run. */
const PERSON = 'somebody';

/** Everything that is asked of it is held against GitHub's own description; what is not as described fails the clean-up. */
export async function startGitHub(cleanup: Cleanup): Promise<GitHub> {
  const owner = 'octo-org';
  const repo = 'api';
  const [ownerToken, personToken] = ['owners-own-token', 'somebodys-own-token'];
  const app = new ActionsApp();
  const watch = new SecretWatch();
  const front = await startFront(cleanup, watch);
  const port = await freePort();
  const emulator = await createEmulator({
    service: 'github',
    port,
    baseUrl: front.url,
    seed: {
      tokens: { [ownerToken]: { login: owner, scopes: ['repo'] }, [personToken]: { login: PERSON, scopes: ['repo'] } },
      github: {
        users: [{ login: owner }, { login: PERSON }],
        repos: [{ owner, name: repo, default_branch: 'main' }],
        apps: [app.seed(owner)],
      },
    },
  });
  cleanup.add(() => emulator.close());
  const emulatorUrl = `http://127.0.0.1:${port}`;
  front.emulator = emulatorUrl;
  const repository = `${emulatorUrl}/repos/${owner}/${repo}`;
  const pulls = new PullRequests(repository, ownerToken);
  front.pulls = pulls;
  const pushes = new Pushes(repository, ownerToken);
  front.pushes = pushes;
  const tokenWith = async (permissions: Permissions): Promise<string> => {
    const token = await app.token(emulatorUrl, permissions);
    front.workflowTokens.add(token);
    return token;
  };
  return {
    apiUrl: front.url,
    owner,
    repo,
    token: await tokenWith({ contents: 'write', pull_requests: 'write' }),
    readOnlyToken: await tokenWith({ contents: 'read', pull_requests: 'read' }),
    requests: front.requests,
    watch,
    tokenWith,
    push: (from, branch, revision = 'HEAD') => pushes.push(from, branch, revision),
    openPullRequest: (title, head) => pulls.open(title, head),
    pushToPullRequest: (number, head) => pulls.push(number, head),
    mergePullRequest: (number, commit) => pulls.merge(number, commit),
    comments: (number) => allComments(repository, ownerToken, number),
    writeComments: (number, bodies) => writeComments(repository, personToken, number, bodies),
  };
}

/** A port that was free a moment ago; the emulator cannot choose one itself. */
async function freePort(): Promise<number> {
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
