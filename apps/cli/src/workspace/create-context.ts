import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { type RunContext, readContext } from '@context-sync/engine/event/event-context';
import { isAddressProblem, parseRemote } from '@context-sync/engine/inputs/remote-address';
import type { LocalRepository } from './open-repository.ts';

/** Host of the source URLs of a repository without a remote. This host does not exist, so that no one opens a wrong page. */
const UNKNOWN_SERVER = 'https://repository.invalid';

/** The host, the owner and the name of a hosted repository. */
export interface RepositoryHost {
  readonly serverUrl: string;
  readonly owner: string;
  readonly repo: string;
}

/**
 * Returns the data of a run. On GitHub, the runner provides it, so that the state belongs to the same repository as with the action. Elsewhere, it is
 * determined from the remote `origin`.
 */
export async function createContext(
  repository: LocalRepository,
  env: NodeJS.ProcessEnv,
  commit: string,
): Promise<RunContext> {
  const workspace = repository.folder;
  const isOnGitHub = env.GITHUB_REPOSITORY && env.GITHUB_EVENT_NAME && env.GITHUB_WORKSPACE && env.RUNNER_TEMP;
  if (isOnGitHub) return { ...readContext(env), workspace };
  const url = await repository.git('config', '--get', 'remote.origin.url');
  const host = (url === undefined ? undefined : parseHost(url)) ?? {
    serverUrl: UNKNOWN_SERVER,
    owner: 'local',
    repo: basename(workspace),
  };
  const { serverUrl, owner, repo } = host;
  const branch = await findDefaultBranch(repository, env);
  return {
    run: randomUUID(),
    eventName: 'push',
    ref: `refs/heads/${branch}`,
    sha: commit,
    owner,
    repo,
    repository: { host: new URL(serverUrl).host, name: `${owner}/${repo}` },
    serverUrl,
    apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    workspace,
    temp: env.RUNNER_TEMP ?? tmpdir(),
    deleted: false,
    forced: false,
    runUrl: env.CI_JOB_URL ?? env.BUILD_URL,
    pullRequest: undefined,
    defaultBranch: branch,
  };
}

/** Returns whether the source URLs of a run contain the placeholder host, because the repository has no remote. */
export function hasUnknownHost({ serverUrl }: Pick<RunContext, 'serverUrl'>): boolean {
  return serverUrl === UNKNOWN_SERVER;
}

/** Returns the host, the owner and the name in the URL of a remote; undefined if the remote is not on a host. */
export function parseHost(url: string): RepositoryHost | undefined {
  const remoteAddress = parseRemote(url);
  if (isAddressProblem(remoteAddress)) return undefined;
  if (remoteAddress.kind === 'http') return createHost(remoteAddress.url.host, remoteAddress.url.pathname);
  if (remoteAddress.kind !== 'ssh') return undefined;
  const [, host = '', path = ''] =
    /^ssh:\/\/(?:[^@/]*@)?([^:/]+)(?::\d+)?(\/.+)$/.exec(remoteAddress.url) ??
    /^(?:[^@/]*@)?([^:/]+):(.+)$/.exec(remoteAddress.url) ??
    [];
  return host === '' ? undefined : createHost(host, path);
}

function createHost(host: string, path: string): RepositoryHost | undefined {
  const names = path
    .replace(/\.git\/?$/, '')
    .split('/')
    .filter((name) => name !== '');
  const repo = names.pop();
  if (repo === undefined || names.length === 0) return undefined;
  return { serverUrl: `https://${host}`, owner: names.join('/'), repo };
}

async function findDefaultBranch(repository: LocalRepository, env: NodeJS.ProcessEnv): Promise<string> {
  if (env.CI_DEFAULT_BRANCH) return env.CI_DEFAULT_BRANCH;
  const remoteHead = await repository.git('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  if (remoteHead) return remoteHead.replace(/^origin\//, '');
  return (await repository.git('symbolic-ref', '--quiet', '--short', 'HEAD')) ?? 'main';
}
