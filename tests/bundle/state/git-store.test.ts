import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ALL_SHARDS, StateConflictError, StateError, type StateStore } from '@context-sync/sync';
import { Cleanup, GitRepository, type ProxyFault, startFaultProxy, startGitHost } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isPermanentGitFailure } from '../../../packages/engine/src/state/git-failure.ts';
import { openStore, type StoreAddress } from './open-store.ts';
import { addDocument, changeFrom, documentPaths, documentRecord } from './state-documents.ts';
import { createInRepository, gitAddress } from './state-locations.ts';

const TOKEN = 'ghs_0123456789abcdef0123456789abcdef';
const PASSWORD = 'p@ss:w/rd 0123456789';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = new Cleanup();
});
afterEach(() => cleanup.close());

type GitAddress = Extract<StoreAddress, { kind: 'git' }>;

async function storeAt(remote: string, more: Partial<GitAddress> = {}): Promise<StateStore> {
  return openStore({ ...(await gitAddress(cleanup, remote)), ...more });
}

async function getFailure(doing: Promise<unknown>): Promise<StateError> {
  const error = await doing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StateError);
  return error as StateError;
}

/** Returns all texts of an error that could be printed. */
function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return [error.message, error.stack, JSON.stringify(error), error.cause && formatError(error.cause)].join('\n');
}

const isPush = (method: string, path: string) => method === 'POST' && path.endsWith('/git-receive-pack');

describe('a push to the state', () => {
  it.each<[string, number, ProxyFault]>([
    ['the response to the creation of the ref is lost', 1, 'response-lost'],
    ['the response is lost', 2, 'response-lost'],
    ['the response is truncated', 2, 'truncated'],
    ['a gateway responds with 502 after the push succeeded', 2, { status: 502, afterPassing: true }],
    ['the request is lost', 2, 'request-lost'],
    ['the host responds with 503', 2, { status: 503 }],
    ['the host responds with 429', 2, { status: 429 }],
  ])('a push to the state takes effect once if %s', async (_what, nth, fault) => {
    const host = await startGitHost(cleanup);
    let seenCount = 0;
    const proxy = await startFaultProxy(cleanup, host.origin, (method, path) => {
      if (isPush(method, path)) seenCount += 1;
      return isPush(method, path) && seenCount === nth ? fault : 'none';
    });
    const store = await storeAt(`${proxy.url}/state.git`);
    let state = await store.read();
    for (const path of ['a.md', 'b.md', 'c.md']) {
      state = await store.write(state, await changeFrom(state, [documentRecord(path)]), `Add ${path}`);
    }
    expect(seenCount).toBeGreaterThanOrEqual(3);
    expect(await documentPaths(await store.read())).toEqual(['a.md', 'b.md', 'c.md']);
    expect(await createInRepository(host).versions()).toBe(3);
  });

  it.each([
    ['has added commits on top of the push', true],
    ['has updated the ref first', false],
  ])(
    'the outcome of a push whose response is lost is determined from the history if another run %s',
    async (_what, isPassed) => {
      const host = await startGitHost(cleanup);
      const another = await storeAt(host.url);
      await addDocument(another, 'a.md');
      let others: Promise<void> | undefined;
      const go = async () => {
        for (const path of ['c.md', 'd.md', 'e.md']) await addDocument(another, path);
      };
      const proxy = await startFaultProxy(cleanup, host.origin, (method, path) => {
        if (others) return { delayedUntil: others };
        if (!isPush(method, path)) return 'none';
        const onPassed = () => {
          others = go();
        };
        if (isPassed) return { onPassed };
        onPassed();
        return 'request-lost';
      });
      const store = await storeAt(`${proxy.url}/state.git`);
      const base = await store.read();
      const write = store.write(base, await changeFrom(base, [documentRecord('b.md')]), 'Add b.md');
      if (isPassed) {
        expect(await documentPaths(await write)).toEqual(['a.md', 'b.md']);
        expect(await documentPaths(await another.read())).toEqual(['a.md', 'b.md', 'c.md', 'd.md', 'e.md']);
      } else {
        await expect(write).rejects.toThrow(StateConflictError);
        expect(await documentPaths(await another.read())).toEqual(['a.md', 'c.md', 'd.md', 'e.md']);
      }
    },
  );

  it('a push to the state does not recreate a ref that was deleted in the meantime', async () => {
    const host = await startGitHost(cleanup);
    const store = await storeAt(host.url);
    const base = await addDocument(store, 'a.md');
    await host.git('update-ref', '-d', 'refs/context-sync/octo-api');
    const failure = await getFailure(store.write(base, await changeFrom(base, [documentRecord('b.md')]), 'Second'));
    expect(failure).toMatchObject({ code: 'store' });
    expect(await createInRepository(host).versions()).toBe(0);
  });

  it('a push that a GitHub ruleset rejects fails with the rule and the pattern to exclude', async () => {
    const host = await startGitHost(cleanup);
    const hook = join(host.path, 'hooks', 'update');
    await mkdir(join(host.path, 'hooks'), { recursive: true });
    const lines = [
      'error: GH013: Repository rule violations found for refs/heads/context-sync-state.',
      'Review all repository rules at https://github.com/octo-org/api/rules?ref=refs%2Fheads%2Fcontext-sync-state',
      '',
      '- Cannot create ref due to creations being restricted.',
      '',
    ];
    await writeFile(hook, `#!/bin/sh\n${lines.map((line) => `echo "${line}" >&2\n`).join('')}exit 1\n`);
    await chmod(hook, 0o755);
    const store = openStore(await gitAddress(cleanup, host.url, 'refs/heads/context-sync-state'));
    const failure = await getFailure(
      store.write(undefined, await changeFrom(undefined, [documentRecord('a.md')]), 'First'),
    );
    expect(failure).toMatchObject({ code: 'rule' });
    expect(failure.message).toMatch(
      /^a rule of the repository rejects the state in .*: Cannot create ref due to creations/,
    );
    expect(failure.hint).toContain('exclude the branch pattern "context-sync-state" from the ruleset');
    const pushes = host.requests.filter(
      (request) => request.startsWith('POST') && request.endsWith('/git-receive-pack'),
    );
    expect(pushes).toHaveLength(1);
  });

  it('a push that a hook of the host rejects fails with an error that names state', async () => {
    const host = await startGitHost(cleanup);
    const hook = join(host.path, 'hooks', 'update');
    await mkdir(join(host.path, 'hooks'), { recursive: true });
    await writeFile(hook, '#!/bin/sh\necho "refs outside of branches are not taken" >&2\nexit 1\n');
    await chmod(hook, 0o755);
    const store = await storeAt(host.url);
    const failure = await getFailure(
      store.write(undefined, await changeFrom(undefined, [documentRecord('a.md')]), 'First'),
    );
    expect(failure.message).toContain('refs outside of branches are not taken');
    expect(failure.hint).toContain('set state to');
  });
});

describe('a read of the state', () => {
  it('a read of the state is retried after a temporary failure of the host', async () => {
    const host = await startGitHost(cleanup);
    await addDocument(await storeAt(host.url), 'a.md');
    let requests = 0;
    const proxy = await startFaultProxy(cleanup, host.origin, () => {
      requests += 1;
      return requests < 4 || requests === 9 ? { status: 503 } : 'none';
    });
    expect(await documentPaths(await (await storeAt(`${proxy.url}/state.git`)).read())).toEqual(['a.md']);
  });

  it.each([
    ['filter objects', 'true'],
    ['send all objects', 'false'],
  ])('a read of the state works with a host that can %s', async (_what, filter) => {
    const host = await startGitHost(cleanup);
    await host.git('config', 'uploadpack.allowFilter', filter);
    for (const path of ['a.md', 'b.md', 'c.md']) await addDocument(await storeAt(host.url), path);
    const state = await (await storeAt(host.url)).read();
    expect(await documentPaths(state)).toEqual(['a.md', 'b.md', 'c.md']);
    expect((await state?.documents(ALL_SHARDS))?.size).toBe(3);
  });

  it('a read fails with an error that names state if the ref is not a commit or contains no state', async () => {
    const host = await startGitHost(cleanup);
    const ref = 'refs/context-sync/octo-api';
    await host.git('update-ref', ref, await host.git('hash-object', '-w', join(host.path, 'HEAD')));
    const isUnreadable = async () => {
      const failure = await getFailure((await storeAt(host.url)).read());
      expect(failure).toMatchObject({ code: 'unreadable', hint: expect.stringContaining('set state to') });
    };
    await isUnreadable();
    await host.git('update-ref', '-d', ref);
    await createInRepository(host).put({ 'meta.txt': 'Not ours' });
    await isUnreadable();
  });
});

describe('the credentials for the remote', () => {
  it('the token of the job is used on the host of the repository, and on no other host', async () => {
    const host = await startGitHost(cleanup, { user: 'x-access-token', password: TOKEN });
    const store = await storeAt(host.url, { serverUrl: host.origin, token: TOKEN });
    await addDocument(store, 'a.md');
    expect(await documentPaths(await store.read())).toEqual(['a.md']);
    const requests = host.requests.length;
    const failure = await getFailure(
      (await storeAt(host.url, { serverUrl: 'https://github.example.com', token: TOKEN })).read(),
    );
    expect(failure.hint).toContain('repository in state');
    expect(host.requests).toHaveLength(requests);
  });

  it('the token of the job replaces the token that the checkout has stored', async () => {
    const host = await startGitHost(cleanup, { user: 'x-access-token', password: TOKEN });
    const checkout = await GitRepository.create(cleanup);
    const oldToken = Buffer.from('x-access-token:old').toString('base64');
    await checkout.git('config', `http.${host.origin}/.extraheader`, `AUTHORIZATION: basic ${oldToken}`);
    await checkout.git('remote', 'add', 'origin', host.url);
    const more = { workspace: checkout.path, serverUrl: host.origin, token: TOKEN };
    await addDocument(await storeAt('origin', more), 'a.md');
  });

  it('credentials that the checkout has stored are used for the remote', async () => {
    const host = await startGitHost(cleanup, { user: 'robot', password: PASSWORD });
    const checkout = await GitRepository.create(cleanup);
    const header = Buffer.from(`robot:${PASSWORD}`).toString('base64');
    await checkout.git('config', `http.${host.origin}/.extraheader`, `AUTHORIZATION: basic ${header}`);
    await checkout.git('remote', 'add', 'upstream', host.url);
    const store = await storeAt('upstream', { workspace: checkout.path });
    await addDocument(store, 'a.md');
    expect(store.place).toBe('refs/context-sync/octo-api of the remote upstream');
    // The checkout is unchanged.
    expect(await checkout.git('for-each-ref')).toBe('');
    expect(await checkout.git('count-objects')).toMatch(/^0 objects/);
  });

  it('the credentials in the URL of the remote are used, and the password is never printed', async () => {
    const host = await startGitHost(cleanup, { user: 'robot', password: PASSWORD });
    const url = (password: string) => host.url.replace('//', `//robot:${encodeURIComponent(password)}@`);
    const address = await gitAddress(cleanup, url(PASSWORD));
    const store = openStore(address);
    await addDocument(store, 'a.md');
    expect(await documentPaths(await store.read())).toEqual(['a.md']);
    expect(store.place).not.toContain('robot');

    const wrongStore = await storeAt(url('wr%ng-0123456789'));
    const failure = await getFailure(wrongStore.read());
    expect(failure.hint).toContain('repository in state');
    expect(formatError(failure)).not.toMatch(/wr(?:%|%25)ng/);
    expect(formatError(failure)).not.toContain(Buffer.from('robot:wr%ng-0123456789').toString('base64'));
    // The files on the disk do not contain the password either.
    const files = (await readdir(address.temp, { recursive: true, withFileTypes: true })).filter((file) =>
      file.isFile(),
    );
    const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
    expect(texts.some((text) => text.includes('[core]'))).toBe(true);
    expect(texts.filter((text) => /p(?:@|%40)ss|robot/.test(text))).toEqual([]);
  });

  it('a write with read-only credentials fails with an error that names the missing permission', async () => {
    const host = await startGitHost(cleanup, { user: 'x-access-token', password: TOKEN, readOnly: true });
    const store = await storeAt(host.url, { serverUrl: host.origin, token: TOKEN });
    expect(await store.read()).toBeUndefined();
    const failure = await getFailure(
      store.write(undefined, await changeFrom(undefined, [documentRecord('a.md')]), 'First'),
    );
    expect(failure.hint).toContain('contents: write');
  });

  it('credentials for the remote are not sent to the target of a redirect', async () => {
    const host = await startGitHost(cleanup);
    const elsewhereProxy = await startFaultProxy(cleanup, host.origin, () => 'none');
    const proxy = await startFaultProxy(cleanup, host.origin, (_method, path) => ({
      status: 301,
      headers: { location: `${elsewhereProxy.url}${path}` },
    }));
    const more = { serverUrl: proxy.url, token: TOKEN };
    const failure = await getFailure((await storeAt(`${proxy.url}/state.git`, more)).read());
    expect(failure.hint).toContain('target of the redirect');
    expect(elsewhereProxy.requests).toEqual([]);
  });
});

describe('the remote of the state', () => {
  it.each([
    ['upstream', /no remote "upstream"/],
    ['./nowhere.git', /the folder .*nowhere\.git does not exist/],
    ['./', /does not appear to be a git repository/],
  ])('the remote %s, which cannot be reached, causes an error without a retry', async (remoteUrl, saidPattern) => {
    const failure = await getFailure((await storeAt(remoteUrl)).read());
    expect(failure.message).toMatch(saidPattern);
    expect(`${failure.message} ${failure.hint}`).toContain('state');
    expect(isPermanentGitFailure(failure.cause)).toBe(true);
  });

  it('a remote whose repository does not exist causes an error', async () => {
    const host = await startGitHost(cleanup);
    const failure = await getFailure((await storeAt(`${host.origin}/other.git`)).read());
    expect(failure.hint).toContain('repository in state exists');
  });

  it('the remote is not affected by environment variables of git for another repository', async () => {
    const host = await startGitHost(cleanup);
    const other = await GitRepository.create(cleanup);
    vi.stubEnv('GIT_DIR', join(other.path, '.git'));
    vi.stubEnv('GIT_INDEX_FILE', join(other.path, 'index'));
    vi.stubEnv('GIT_CONFIG_PARAMETERS', "'remote.state.url'='/nowhere'");
    try {
      // The second store reads the state that the first store has written.
      await addDocument(await storeAt(host.url), 'a.md');
      await addDocument(await storeAt(host.url), 'b.md');
    } finally {
      vi.unstubAllEnvs();
    }
    expect(await createInRepository(host).versions()).toBe(2);
    expect(await other.git('count-objects')).toMatch(/^0 objects/);
  });

  it('the hooks of a remote on this machine do not receive the inputs of the action', async () => {
    const host = await startGitHost(cleanup);
    const log = join(host.path, 'seen');
    await mkdir(join(host.path, 'hooks'), { recursive: true });
    await writeFile(join(host.path, 'hooks', 'post-receive'), `#!/bin/sh\nenv > ${log}\n`);
    await chmod(join(host.path, 'hooks', 'post-receive'), 0o755);
    vi.stubEnv('INPUT_API-KEY', 'key-of-the-platform');
    try {
      await addDocument(await storeAt(host.path), 'a.md');
    } finally {
      vi.unstubAllEnvs();
    }
    const seen = await readFile(log, 'utf8');
    expect(seen).toContain('GIT_DIR=');
    expect(seen).not.toContain('key-of-the-platform');
  });
});
