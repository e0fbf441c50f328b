import { createServer } from 'node:net';
import { createEmulator } from 'emulate';
import type { Cleanup } from './cleanup.ts';

/** A GitHub of its own: an emulator that keeps git data, refs and permissions, on loopback. */
export interface GitHub {
  readonly apiUrl: string;
  readonly owner: string;
  readonly repo: string;
  /** May write the repository's contents. */
  readonly token: string;
  /** May read them alone, as a pull request's from a fork. */
  readonly readOnlyToken: string;
}

export async function startGitHub(cleanup: Cleanup): Promise<GitHub> {
  const owner = 'octo-org';
  const repo = 'api';
  const token = 'ghs_write_0123456789abcdef0123456789abcdef';
  const readOnlyToken = 'ghs_read_0123456789abcdef0123456789abcdef';
  const emulator = await createEmulator({
    service: 'github',
    port: await freePort(),
    seed: {
      tokens: { [token]: { login: owner, scopes: ['repo'] }, [readOnlyToken]: { login: 'somebody', scopes: [] } },
      github: {
        users: [{ login: owner }, { login: 'somebody' }],
        repos: [{ owner, name: repo, default_branch: 'main' }],
      },
    },
  });
  cleanup.add(() => emulator.close());
  return { apiUrl: emulator.url, owner, repo, token, readOnlyToken };
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
