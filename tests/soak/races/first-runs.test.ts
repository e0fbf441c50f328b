import { Random, StateHistory, startFaultProxy } from '@context-sync/testkit';
import { afterEach, expect, it } from 'vitest';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { startTestedServer } from '../../sandbox/tested-server.ts';
import { ConsistencyChecker } from '../consistency/consistency-checker.ts';
import { GeneratedDocs } from '../consistency/generated-docs.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.cleanup.close());

it('a first run does not delete the items of a concurrent first run', async () => {
  const docs = new GeneratedDocs(new Random(1), 8);
  sandbox = await Sandbox.create(docs.files());
  const server = await startTestedServer(sandbox.cleanup, 'the real service');
  let letGo: () => void = () => undefined;
  const delayedUntil = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let onArrived: () => void = () => undefined;
  const isWaiting = new Promise<void>((resolve) => {
    onArrived = resolve;
  });
  // All runs use the same URL, because the state contains it. The first request shows which run is delayed.
  let isLate = true;
  const proxy = await startFaultProxy(sandbox.cleanup, server.url, (_method, path) => {
    if (!isLate || path !== '/openapi.json') return 'none';
    isLate = false;
    onArrived();
    return { delayedUntil };
  });
  const run = () => sandbox.run({ ...server, url: proxy.url });

  const lateRun = run();
  // At this point, the late run has found no state and has not listed the items of the service yet.
  await isWaiting;
  const earlyResult = await run();
  expect(earlyResult).toMatchObject({ exitCode: 0, outputs: { created: String(docs.size) } });
  letGo();
  expect(await lateRun).toMatchObject({ exitCode: 0, outputs: { created: '0', deleted: '0' } });

  const checker = new ConsistencyChecker(
    server,
    docs,
    new StateHistory(sandbox.github, `context-sync/${server.project}`),
  );
  await checker.checkFinished(await run(), 'docs');
});
