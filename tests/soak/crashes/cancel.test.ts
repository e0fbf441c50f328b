import type { ChildProcess } from 'node:child_process';
import { type FaultProxy, type ProxyFault, Random, StateHistory, startFaultProxy } from '@context-sync/testkit';
import { describe, expect, it, type TestContext } from 'vitest';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { SERVER_NAMES, type ServerName, startTestedServer, type TestedServer } from '../../sandbox/tested-server.ts';
import { ConsistencyChecker, isInDoubt } from '../consistency/consistency-checker.ts';
import { GENERATED_DOCS_CONFIG, GeneratedDocs } from '../consistency/generated-docs.ts';

const CONCURRENCY = 5;
const PAGES = 30;

interface CancelSetup {
  readonly sandbox: Sandbox;
  readonly server: TestedServer;
  readonly checker: ConsistencyChecker;
  readonly service: FaultProxy;
  readonly github: FaultProxy;
  /** The fault for every write to the service. */
  onWrite: ProxyFault;
  /** The fault for every request to GitHub. */
  onGitHub: ProxyFault;
}

async function set(name: ServerName, { onTestFinished }: TestContext): Promise<CancelSetup> {
  const docs = new GeneratedDocs(new Random(1), PAGES);
  const sandbox = await Sandbox.create(docs.files());
  await sandbox.configure({ ...GENERATED_DOCS_CONFIG, concurrency: CONCURRENCY });
  onTestFinished(() => sandbox.cleanup.close());
  const server = await startTestedServer(sandbox.cleanup, name);
  const checker = new ConsistencyChecker(
    server,
    docs,
    new StateHistory(sandbox.github, `context-sync/${server.project}`),
  );
  const isItem = (method: string, path: string) => method !== 'GET' && path.includes('/context');
  const scene: CancelSetup = {
    sandbox,
    server,
    checker,
    service: await startFaultProxy(sandbox.cleanup, server.url, (method, path) =>
      isItem(method, path) ? scene.onWrite : 'none',
    ),
    github: await startFaultProxy(sandbox.cleanup, sandbox.github.apiUrl, () => scene.onGitHub),
    onWrite: 'none',
    onGitHub: 'none',
  };
  return scene;
}

const ITEM = /^POST \S*\/context$/;

/** Runs the action through the proxies. @param posts number of sent items after which `reached` is called */
async function run(
  { sandbox, server, service, github }: CancelSetup,
  attempt: number,
  { posts = 1, reached }: { posts?: number; reached?: (child: ChildProcess) => void } = {},
) {
  return sandbox.run(
    { ...server, url: service.url },
    {},
    {
      github: { ...sandbox.github, apiUrl: github.url },
      runId: '1',
      attempt,
      started: (child) => {
        if (reached) void service.until(ITEM, posts).then(() => reached(child));
      },
    },
  );
}

/**
 * Starts a run and sends it `signal` after `posts` items. @returns the result, and the number of items that the run sent after it had
 * handled the signal
 */
async function cancel(scene: CancelSetup, signal: 'SIGINT' | 'SIGTERM', posts: number) {
  const countSent = () => scene.service.requests.filter((request) => ITEM.test(request)).length;
  let before = Number.NaN;
  const result = await run(scene, 1, {
    posts,
    reached: (child) => {
      child.stdout?.on('data', (text: Buffer) => {
        if (text.toString().includes('Canceled; recording')) before = countSent();
      });
      child.kill(signal);
    },
  });
  return { result, sentAfter: countSent() - before };
}

// The tests run concurrently, because they mostly wait.
describe.concurrent.each(SERVER_NAMES)('a canceled run (server: %s)', (name) => {
  it.for(['SIGINT', 'SIGTERM'] as const)(
    'a run stops sending after the signal %s, and reports and records everything that it has sent',
    async (signal, context) => {
      const scene = await set(name, context);
      scene.onWrite = { slowBy: 250 };
      scene.onGitHub = { slowBy: 250 };
      const { result, sentAfter } = await cancel(scene, signal, 3 * CONCURRENCY);
      // Requests that were in progress may still reach the server.
      expect(sentAfter).toBeLessThanOrEqual(CONCURRENCY);
      expect(result.exitCode).toBe(1);
      expect(result.stdout).toContain('Canceled; the next run continues where this run stopped');
      await scene.service.waitUntilIdle();
      const { there, items } = await scene.checker.look();
      expect(there.size).toBeGreaterThan(CONCURRENCY);
      expect(there.size).toBeLessThan(PAGES * 3);
      expect(result.outputs).toMatchObject({ created: String(there.size), 'in-doubt': '0', failed: '0' });
      expect(items.map(({ status }) => status)).toEqual([...there].map(() => 'live'));

      scene.onWrite = 'none';
      const next = await run(scene, 2);
      await scene.checker.checkFinished(next, 'docs');
      expect(next.outputs).toMatchObject({ created: String(PAGES * 3 - there.size), 'in-doubt': '0' });
    },
  );

  it('a canceled run ends without waiting for responses and leaves only the aborted items in doubt', async (context) => {
    const scene = await set(name, context);
    scene.onWrite = { slowBy: new Promise((resolve) => context.onTestFinished(() => resolve())) };
    const { result, sentAfter } = await cancel(scene, 'SIGINT', CONCURRENCY);
    expect(sentAfter).toBe(0);
    expect(result.exitCode).toBe(1);
    const { there, items } = await scene.checker.look();
    expect(there.size).toBe(CONCURRENCY);
    expect(items.filter(isInDoubt)).toHaveLength(CONCURRENCY);
    expect(items).toHaveLength(CONCURRENCY);
    expect(result.outputs).toMatchObject({ created: '0', 'in-doubt': String(CONCURRENCY) });

    scene.onWrite = 'none';
    const next = await run(scene, 2);
    await scene.checker.checkFinished(next, 'docs');
    expect(next.outputs['in-doubt']).toBe(scene.server.isCapable ? '0' : String(CONCURRENCY));
  });

  it('a run that is canceled while it waits for Retry-After ends with nothing created and nothing in doubt', async (context) => {
    const scene = await set(name, context);
    scene.onWrite = { status: 429, headers: { 'retry-after': '30' } };
    const { result } = await cancel(scene, 'SIGINT', 1);
    expect(result.stdout).toContain('Canceled; recording what was sent');
    expect(result.exitCode).toBe(1);
    const { there, items } = await scene.checker.look();
    expect([there.size, items]).toEqual([0, []]);
    expect(result.outputs).toMatchObject({ created: '0', 'in-doubt': '0' });

    scene.onWrite = 'none';
    await scene.checker.checkFinished(await run(scene, 2), 'docs');
  });
});
