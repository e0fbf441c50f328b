import { type FaultProxy, type ProxyFault, startFaultProxy, startSpecificationServer } from '@context-sync/testkit';
import { describe, expect, it, type TestContext } from 'vitest';
import { Sandbox } from '../../sandbox/sandbox.ts';

/** The time limit of a test in milliseconds. The action waits 30 seconds for a body, so a run that exceeds this limit is hanging. */
const LIMIT = 180_000;
const ITEM = /^POST \S*\/context$/;

/** Syncs three items. The server never ends the response to the first one. */
async function sync(fault: ProxyFault, { onTestFinished }: TestContext) {
  const sandbox = await Sandbox.create();
  onTestFinished(() => sandbox.cleanup.close());
  const server = await startSpecificationServer(sandbox.cleanup);
  let sentCount = 0;
  const proxy: FaultProxy = await startFaultProxy(sandbox.cleanup, server.url, (method, path) => {
    if (!ITEM.test(`${method} ${path}`)) return 'none';
    sentCount += 1;
    return sentCount === 1 ? fault : 'none';
  });
  const run = () => sandbox.run({ ...server, url: proxy.url });
  return { result: await run(), again: run, proxy, server };
}

describe.concurrent('a response to a write that never ends', () => {
  it.for(['slowly', 'endlessly'] as const)(
    'a response that never ends counts as a success according to its status, and the process exits by itself (body sent %s)',
    { timeout: LIMIT },
    async (unending, context) => {
      const { result, again, proxy, server } = await sync({ unending }, context);
      expect(result).toMatchObject({ exitCode: 0, outputs: { created: '3', 'in-doubt': '0', failed: '0' } });
      await proxy.waitUntilIdle();
      expect((await again()).outputs).toMatchObject({ changed: 'false', unchanged: '3' });
      expect(server.items).toHaveLength(3);
    },
  );
});
