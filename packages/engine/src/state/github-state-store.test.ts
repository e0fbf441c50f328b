import { createEmptyState, StateConflictError, type StateSnapshot } from '@context-sync/sync';
import { Cleanup, type GitHub, type ProxyFault, startFaultProxy, startGitHub } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOctokit } from '../github/octokit.ts';
import { GitHubStateStore } from './github-state-store.ts';

const REF = 'refs/context-sync/octo-api';
const MOVE = /^PATCH \S*\/git\/refs/;
const READ = /^GET \S*\/git\/ref\//;
/** Time of the store's clock, in milliseconds since 1970. */
const NOW = 1_700_000_000_000;

let cleanup: Cleanup;
let github: GitHub;
beforeEach(async () => {
  cleanup = new Cleanup();
  github = await startGitHub(cleanup);
});
afterEach(() => cleanup.close());

function storeAt(apiUrl: string) {
  const waits: number[] = [];
  const clock = { date: () => NOW, sleep: async (milliseconds: number) => void waits.push(milliseconds) };
  const { owner, repo, token } = github;
  return { store: new GitHubStateStore(createOctokit({ apiUrl }, token), { owner, repo, ref: REF }, clock), waits };
}

function createChange(base: StateSnapshot | undefined) {
  const capabilities = { idempotency: false, update: false, delete: false, list: false };
  const before = base?.meta ?? createEmptyState('https://api.example.com/', 'octo-api', capabilities).meta;
  return { meta: { ...before, revision: before.revision + 1 }, shards: new Map() };
}

/** Returns a function that applies `fault` to the first matching request and forwards all other requests. */
function createFirstFault(pattern: RegExp, fault: ProxyFault): (method: string, path: string) => ProxyFault {
  let seen = false;
  return (method, path) => {
    if (seen || !pattern.test(`${method} ${path}`)) return 'none';
    seen = true;
    return fault;
  };
}

const createLimitedFault = (status: number, headers: Readonly<Record<string, string>>): ProxyFault => ({
  status,
  headers,
  body: '{"message":"You have exceeded a secondary rate limit"}',
});

describe('the wait after a rate limit of GitHub', () => {
  it.each<[string, ProxyFault, number]>([
    ['is the Retry-After value of a 403 response', createLimitedFault(403, { 'retry-after': '7' }), 7_000],
    ['is the Retry-After value of a 429 response', createLimitedFault(429, { 'retry-after': '61' }), 61_000],
    ['is at most 90 seconds', createLimitedFault(429, { 'retry-after': '3600' }), 90_000],
    [
      'lasts until the reset of the primary limit',
      createLimitedFault(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1_000 + 42) }),
      42_000,
    ],
    [
      'is half a second if the time of the reset has passed',
      createLimitedFault(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1_000 - 5) }),
      500,
    ],
  ])('the wait after a rate limit applies to reads and to moves of the ref, and it %s', async (_name, fault, wait) => {
    for (const pattern of [READ, MOVE]) {
      const proxy = await startFaultProxy(cleanup, github.apiUrl, createFirstFault(pattern, fault));
      const { store, waits } = storeAt(proxy.url);
      const base = (await store.read()) ?? (await store.write(undefined, createChange(undefined), 'First'));
      const next = createChange(base);
      await store.write(base, next, 'Next');
      expect(waits).toEqual([wait]);
      expect((await storeAt(github.apiUrl).store.read())?.meta).toEqual(next.meta);
    }
  });

  it('the wait doubles with jitter if GitHub sends no rate limit header', async () => {
    let failures = 0;
    const proxy = await startFaultProxy(cleanup, github.apiUrl, () => {
      failures += 1;
      return failures <= 3 ? { status: 429 } : 'none';
    });
    const { store, waits } = storeAt(proxy.url);
    expect(await store.read()).toBeUndefined();
    expect(waits).toHaveLength(3);
    for (const [at, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(250 * 2 ** at);
      expect(wait).toBeLessThanOrEqual(500 * 2 ** at);
    }
  });
});

describe('a write to a state ref that a repository rule rejects', () => {
  const body = (rule: string) =>
    JSON.stringify({
      message: `Repository rule violations found\n\n${rule}\n\n`,
      documentation_url: 'https://docs.github.com/rest/git/refs#create-a-reference',
      status: '422',
    });
  const create = 'Cannot create ref due to creations being restricted.';
  const update = 'Changes must be made through a pull request.';

  it.each<[string, RegExp, string]>([
    ['creating the ref', /^POST \S*\/git\/refs/, create],
    ['moving the ref', MOVE, update],
  ])(
    'a write that a repository rule rejects fails with the rule at the first attempt (%s)',
    async (_name, pattern, rule) => {
      let tries = 0;
      const proxy = await startFaultProxy(cleanup, github.apiUrl, (method, path) => {
        if (!pattern.test(`${method} ${path}`)) return 'none';
        tries += 1;
        return { status: 422, body: body(rule) };
      });
      const { store, waits } = storeAt(proxy.url);
      const writing = async () => {
        const first = await store.write(undefined, createChange(undefined), 'First');
        await store.write(first, createChange(first), 'Next');
      };
      await expect(writing()).rejects.toMatchObject({
        name: 'StateError',
        code: 'rule',
        message: `a rule of the repository rejects the state in refs/context-sync/octo-api of octo-org/api: ${rule}`,
        hint: expect.stringContaining('exclude the ref pattern "refs/context-sync/**/*" from the ruleset'),
      });
      expect([tries, waits]).toEqual([1, []]);
    },
  );
});

describe('a move of the state ref', () => {
  it('a move of the state ref succeeds if only its response is lost', async () => {
    const proxy = await startFaultProxy(cleanup, github.apiUrl, createFirstFault(MOVE, 'response-lost'));
    const { store, waits } = storeAt(proxy.url);
    const base = await store.write(undefined, createChange(undefined), 'First');
    const next = createChange(base);
    expect((await store.write(base, next, 'Next')).meta).toEqual(next.meta);
    expect(waits).toEqual([]);
    expect((await store.read())?.meta).toEqual(next.meta);
  });

  it('a move of the state ref is reported as a conflict if another run was faster', async () => {
    const { store: fast } = storeAt(github.apiUrl);
    const { store: slow, waits } = storeAt(github.apiUrl);
    const base = await fast.write(undefined, createChange(undefined), 'First');
    const seenSnapshot = await slow.read();
    await fast.write(base, createChange(base), 'Fast');
    await expect(slow.write(seenSnapshot, createChange(seenSnapshot), 'Slow')).rejects.toThrow(StateConflictError);
    expect(waits).toEqual([]);
  });
});
