import { type SpecificationServer, startSpecificationServer } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PullRequest } from '../../sandbox/pull-request.ts';
import { Sandbox } from '../../sandbox/sandbox.ts';

// The key is assembled at run time, so that secret scanners find no credential in this repository.
const ROW = 'MIIEabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/+0123456789';
const KEY = [`-----BEGIN ${'PRIVATE'} KEY-----`, ROW, ROW, ROW, `-----END ${'PRIVATE'} KEY-----`];
const PAGE = ['# Keys', '', '!!! warning', '', '    Sign with this:', '', ...KEY.map((line) => `    ${line}`), ''];

let sandbox: Sandbox;
let server: SpecificationServer;

beforeEach(async () => {
  sandbox = await Sandbox.create({ 'docs/keys.md': PAGE.join('\r\n'), 'docs/other.md': '# Other\n\nText.\n' });
  server = await startSpecificationServer(sandbox.cleanup);
});
afterEach(() => sandbox.cleanup.close());

it('a private key in a public document stops the run, and neither the log nor the summary contains the key', async () => {
  await sandbox.configure({ public: true });
  const result = await sandbox.run(server);
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toMatch(
    /::error::docs\/keys\.md:7: contains what looks like a \S+ credential, .*; nothing was sent/,
  );
  expect(server.items).toEqual([]);
  expect(JSON.stringify(result)).not.toContain(ROW);
});

it.each([
  ['allow-credentials is set', { public: true, 'allow-credentials': true }],
  ['the items are private', {}],
])('a document with a private key is sent if %s', async (_name, settings) => {
  await sandbox.configure(settings);
  expect(await sandbox.run(server)).toMatchObject({ exitCode: 0, outputs: { created: '2' } });
});

describe('the API key of the run', () => {
  const getSecret = (key: string) => [
    key,
    Buffer.from(`x:${key}`).toString('base64'),
    Buffer.from(key).toString('hex'),
  ];

  it.each([0, 1, 2])(
    'a private document that contains the API key of the run stops the run, even if credentials are allowed (encoding %i)',
    async (form) => {
      const text = `# Login\n\nCall it like this:\n\n    curl -H "x: ${getSecret(server.key)[form]}"\n`;
      await sandbox.repository.commit('Show the key', { 'docs/login.md': text });
      await sandbox.configure({ 'allow-credentials': true });
      for (const inputs of [{}, { mode: 'plan' }]) {
        const result = await sandbox.run(server, inputs);
        expect(result.exitCode).toBe(1);
        expect(result.stdout).toMatch(
          /::error::docs\/login\.md:5: contains the value of the input "api-key", so nothing was sent\. Fix: remove it.*revoke it/,
        );
        expect(server.items).toEqual([]);
      }
    },
  );

  it('the API key in a document of a pull request makes the plan fail, and the comment reports the error', async () => {
    await sandbox.repository.commit('Show the key', { 'docs/login.md': `# Login\n\n## ${server.key}\n\nText.\n` });
    const pull = await PullRequest.open(sandbox);
    const result = await pull.run(server, { 'api-key': server.key });
    expect(result.exitCode).toBe(1);
    const [body = ''] = await pull.bodies();
    expect(body).toContain('the plan failed');
    expect(body).toContain('contains the value of the input');
  });

  it('the API key is accepted in a document that was synced before the text became the key', async () => {
    await sandbox.repository.commit('Show a key', { 'docs/login.md': '# Login\n\nUse another-0123456789.\n' });
    expect(await sandbox.run(server, {})).toMatchObject({ exitCode: 0, outputs: { created: '3' } });
    expect((await sandbox.run({ ...server, key: 'another-0123456789' }, {})).exitCode).toBe(0);
  });
});

it('a service key in a public document stops the run', async () => {
  const key = `csk_${'Jb3vQ9xZ_4mTk7Lw-2RfYc8HsNd1PgUa5EoXi6VtBqM'}`;
  await sandbox.repository.commit('Show a key', { 'docs/keys.md': `# Keys\n\nA key is \`${key}\`.\n` });
  await sandbox.configure({ public: true });
  const result = await sandbox.run(server);
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toMatch(
    /::error::docs\/keys\.md:3: contains what looks like a Context Sync service key, .*; nothing was sent/,
  );
  expect(server.items).toEqual([]);
});
