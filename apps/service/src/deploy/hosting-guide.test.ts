import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../platform/database/behavior/database.fixture.ts';
import { type PostgresServer, startPostgres } from '../platform/database/postgres/server.fixture.ts';
import { findFreePort } from '../testing/free-port.fixture.ts';
import { ROOT } from './containerfile.fixture.ts';
import { GuideMachine, listShellBlocks } from './guide.fixture.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const GUIDE = 'host-the-service.md';

/** Returns the key that `bootstrap` printed. */
function findKey(printedText: string): string {
  const key = /csk_[\w-]{43}/.exec(printedText)?.[0];
  if (key === undefined) throw new Error(`no key in: ${printedText}`);
  return key;
}

async function expectProjectReadable(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/projects/my-project/context`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(200);
}

describe.each(['SQLite', 'PostgreSQL'])('host-the-service.md with %s', (engine) => {
  const makeUrl = async (folder: string) => (engine === 'SQLite' ? join(folder, 'service.db') : server.database());

  it('the commands in "Start it" of host-the-service.md start a service that accepts the key of bootstrap', async () => {
    const folder = scratchFolder();
    const machine = new GuideMachine(folder);
    const variables = { DATABASE_URL: await makeUrl(folder) };
    const port = await findFreePort();
    const lines = listShellBlocks(GUIDE, 'Start it').join('\n').split('\n');
    const commands = lines.filter((line) => line !== '' && !line.startsWith('npx '));
    expect(commands.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      expect.stringContaining('alias context-sync-service='),
      'context-sync-service bootstrap',
      'context-sync-service serve',
    ]);
    const last = commands.pop() ?? '';
    const serve = `${last.replace('8787', String(port))} > ${folder}/log 2>&1 & echo "pid $!"`;
    const printedText = machine.run([...commands, serve].join('\n'), variables, ROOT);
    const pid = Number(/^pid (\d+)$/m.exec(printedText)?.[1]);
    onTestFinished(() => void process.kill(pid, 'SIGKILL'));
    machine.run(`curl --silent --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:${port}/ready`);
    await expectProjectReadable(`http://127.0.0.1:${port}`, findKey(printedText));
  });

  it('the commands in "Run it with systemd" of host-the-service.md bootstrap the database that the systemd unit uses', async () => {
    const folder = scratchFolder();
    const machine = new GuideMachine(folder);
    const port = await findFreePort();
    const blocks = listShellBlocks(GUIDE, 'Run it with systemd');
    const settings = blocks.filter((block) => block.includes('DATABASE_URL='));
    const otherBlocks = blocks.filter((block) => !block.includes('DATABASE_URL='));
    expect([settings.length, otherBlocks.length]).toEqual([2, 3]);
    const chosenBlock =
      settings.find((block) => block.includes('DATABASE_URL=postgres:') === (engine === 'PostgreSQL')) ?? '';
    const databaseUrl = /(?<=DATABASE_URL=)postgres:.*/;
    const commands = [
      engine === 'PostgreSQL' ? chosenBlock.replace(databaseUrl, await server.database()) : chosenBlock,
      `echo CONTEXT_SYNC_PORT=${port} >> /etc/context-sync/service.env`,
      ...otherBlocks.map((block) => block.replace('8787', String(port))),
    ];
    const printedText = machine.run(commands.join('\n'));
    const pid = Number(readFileSync(machine.resolve('/etc/systemd/system/pid'), 'utf8'));
    onTestFinished(() => void process.kill(pid, 'SIGKILL'));
    expect(printedText).toContain('{');
    await expectProjectReadable(`http://127.0.0.1:${port}`, findKey(printedText));
  });
});
