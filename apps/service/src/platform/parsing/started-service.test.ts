import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../open-store.ts';
import { LOG, populate, projectPath } from '../../testing/service.fixture.ts';
import { scratchFolder } from '../database/behavior/database.fixture.ts';
import { MAINS, startProcess } from '../database/behavior/process.fixture.ts';

/** Returns the ids of the child processes of a process. */
function getChildren(parent: number | undefined): number[] {
  const { stdout } = spawnSync('ps', ['-Ao', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []));
}

// The unit tier starts only the build, because users run the build.
describe.each(sampleCases(Object.entries(MAINS).reverse(), 2))(
  'worker processes of a service started from its %s',
  (_name, main) => {
    async function open() {
      const file = join(scratchFolder(), 'service.db');
      const store = openSqliteStore(file);
      const { ann } = await populate(store);
      await store.close();
      const service = await startProcess(main, file);
      onTestFinished(() => service.kill());
      const body = `${JSON.stringify({ ...LOG, request: 'x'.repeat(300_000) })}\n`;
      const headers = { authorization: `Bearer ${ann}`, 'content-type': 'application/x-ndjson' };
      expect((await fetch(service.url + projectPath('/logs-batch'), { method: 'POST', headers, body })).status).toBe(
        201,
      );
      const [worker = 0, ...others] = getChildren(service.pid);
      expect([worker > 0, others]).toEqual([true, []]);
      const workerEnds = () => expect.poll(() => spawnSync('ps', ['-p', String(worker)]).status).toBe(1);
      return { ...service, workerEnds };
    }

    it('the worker process that parsed a large body ends when the service is stopped', async () => {
      const { stop, workerEnds } = await open();
      expect(await stop()).toBe(0);
      await workerEnds();
    });

    it('the worker process that parsed a large body ends when the service is killed', async () => {
      const { kill, workerEnds } = await open();
      await kill();
      await workerEnds();
    });
  },
);
