import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cleanup, type GitHost, startGitHost, startGitHub } from '@context-sync/testkit';
import type { StoreAddress } from './open-store.ts';

/** A location for a state. It contains no state initially. */
export interface StateLocation {
  readonly address: StoreAddress;
  /** Returns the files of the newest state by name, without using any code of the stores. */
  files(): Promise<Record<string, string>>;
  /** Replaces the newest state with the given files, in the same way as another program might. */
  put(files: Readonly<Record<string, string>>): Promise<void>;
  /** Returns the number of existing versions of the state. */
  versions(): Promise<number>;
}

export type CreateLocation = (cleanup: Cleanup, ref?: string) => Promise<StateLocation>;

const REF = 'refs/context-sync/octo-api';

interface GitObject {
  readonly sha: string;
}
interface GitRef {
  readonly object: GitObject;
}
interface GitCommit {
  readonly tree: GitObject;
  readonly parents: readonly GitObject[];
}
interface GitTree {
  readonly tree: readonly { readonly path: string; readonly type: string; readonly sha: string }[];
}
interface GitBlob {
  readonly content: string;
}

/** Creates a location that is accessed through GitHub's git data API. */
export const onGitHub: CreateLocation = async (cleanup, ref = REF) => {
  const { apiUrl, owner, repo, token } = await startGitHub(cleanup);
  const request = (method: string, path: string, body?: unknown): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    return fetch(`${apiUrl}/repos/${owner}/${repo}/git/${path}`, init);
  };
  const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await request(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const shortRef = ref.slice('refs/'.length);
  const head = async (): Promise<string | undefined> => {
    const response = await request('GET', `ref/${shortRef}`);
    return response.ok ? ((await response.json()) as GitRef).object.sha : undefined;
  };
  const files = async () => {
    const commit = await api<GitCommit>('GET', `commits/${await head()}`);
    const { tree } = await api<GitTree>('GET', `trees/${commit.tree.sha}?recursive=1`);
    const foundFiles: Record<string, string> = {};
    for (const { path, type, sha } of tree) {
      if (type !== 'blob') continue;
      foundFiles[path] = Buffer.from((await api<GitBlob>('GET', `blobs/${sha}`)).content, 'base64').toString('utf8');
    }
    return foundFiles;
  };
  return {
    address: { kind: 'github', apiUrl, owner, repo, token, ref },
    files,
    put: async (content) => {
      const parent = await head();
      const tree = Object.entries(content).map(([path, text]) => ({
        path,
        mode: '100644',
        type: 'blob',
        content: text,
      }));
      const { sha } = await api<GitObject>('POST', 'trees', { tree });
      const parents = parent === undefined ? [] : [parent];
      const commit = await api<GitObject>('POST', 'commits', { message: 'Something else', tree: sha, parents });
      if (parent === undefined) await api('POST', 'refs', { ref, sha: commit.sha });
      else await api('PATCH', `refs/${shortRef}`, { sha: commit.sha });
    },
    versions: async () => {
      let count = 0;
      for (let sha = await head(); sha !== undefined; count += 1) {
        const commit: GitCommit = await api('GET', `commits/${sha}`);
        sha = commit.parents[0]?.sha;
      }
      return count;
    },
  };
};

/** Creates a location in a ref of a repository that git's HTTP server provides. */
export const onGitHost: CreateLocation = async (cleanup, ref = REF) => {
  const host = await startGitHost(cleanup);
  return { address: await gitAddress(cleanup, host.url, ref), ...createInRepository(host, ref) };
};

/** Creates a location in a ref of a bare repository on this machine. */
export const createBareRepository: CreateLocation = async (cleanup, ref = REF) => {
  const host = await startGitHost(cleanup);
  return { address: await gitAddress(cleanup, host.path, ref), ...createInRepository(host, ref) };
};

/** Creates a location in a folder. */
export const createStateFolder: CreateLocation = async (cleanup) => {
  const folder = join(await cleanup.folder('state'), 'state');
  const readNewest = async () => {
    const names = await readdir(folder).catch((): string[] => []);
    const numbers = names.flatMap((name) => /^state-(\d+)\.json$/.exec(name)?.[1] ?? []).map(Number);
    return { number: Math.max(0, ...numbers), count: numbers.length };
  };
  return {
    address: { kind: 'folder', folder },
    files: async () =>
      JSON.parse(await readFile(join(folder, `state-${(await readNewest()).number}.json`), 'utf8')).files,
    put: async (files) => {
      await mkdir(folder, { recursive: true });
      const name = `state-${(await readNewest()).number + 1}.json`;
      await writeFile(join(folder, name), JSON.stringify({ message: 'Something else', files }));
    },
    versions: async () => (await readNewest()).count,
  };
};

export async function gitAddress(
  cleanup: Cleanup,
  remoteUrl: string,
  ref = REF,
): Promise<Extract<StoreAddress, { kind: 'git' }>> {
  const [workspace, temp] = [await cleanup.folder('workspace'), await cleanup.folder('temp')];
  return { kind: 'git', remote: remoteUrl, ref, workspace, temp, serverUrl: 'https://github.example.com', token: '' };
}

export function createInRepository(host: GitHost, ref = REF): Omit<StateLocation, 'address'> {
  const head = async () => (await host.git('for-each-ref', '--format=%(objectname)', ref)) || undefined;
  return {
    files: async () => {
      const names = (await host.git('ls-tree', '-r', '--name-only', ref)).split('\n');
      const texts = names.map(async (name) => [name, `${await host.git('show', `${ref}:${name}`)}\n`] as const);
      return Object.fromEntries(await Promise.all(texts));
    },
    put: async (files) => {
      const scratchFolder = join(host.path, '..', 'scratch');
      await mkdir(join(scratchFolder, 'documents'), { recursive: true });
      const index = ['-c', 'core.bare=false', '--work-tree', scratchFolder];
      await host.git('read-tree', '--empty');
      for (const [name, text] of Object.entries(files)) {
        await writeFile(join(scratchFolder, name), text);
        await host.git(...index, 'add', '--force', join(scratchFolder, name));
      }
      const tree = await host.git('write-tree');
      const parent = await head();
      const identityOptions = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];
      const parents = parent === undefined ? [] : ['-p', parent];
      const commit = await host.git(...identityOptions, 'commit-tree', tree, '-m', 'Something else', ...parents);
      await host.git('update-ref', ref, commit);
    },
    versions: async () => ((await head()) === undefined ? 0 : Number(await host.git('rev-list', '--count', ref))),
  };
}
