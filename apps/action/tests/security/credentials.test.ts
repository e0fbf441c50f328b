import { type SpecificationServer, startSpecificationServer } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stage } from '../stage.ts';

// Put together here, so that nothing that looks like a credential stands in this repository.
const ROW = 'MIIEabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/+0123456789';
const KEY = [`-----BEGIN ${'PRIVATE'} KEY-----`, ROW, ROW, ROW, `-----END ${'PRIVATE'} KEY-----`];
const PAGE = ['# Keys', '', '!!! warning', '', '    Sign with this:', '', ...KEY.map((line) => `    ${line}`), ''];

let stage: Stage;
let server: SpecificationServer;

beforeEach(async () => {
  stage = await Stage.set({ 'docs/keys.md': PAGE.join('\r\n'), 'docs/other.md': '# Other\n\nText.\n' });
  server = await startSpecificationServer(stage.cleanup);
});
afterEach(() => stage.cleanup.close());

it('nothing is sent where the public would see a private key, and neither log nor summary repeats it', async () => {
  const result = await stage.run(server, { public: 'true' });
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toMatch(/::error::docs\/keys\.md:7: looks like a \S+ credential, .*; nothing was sent/);
  expect(server.items).toEqual([]);
  expect(JSON.stringify(result)).not.toContain(ROW);
});

it.each([
  ['somebody has said that it is an example', { public: 'true', 'allow-credentials': 'true' }],
  ['the public does not see it', {}],
])('it is sent where %s', async (_name, inputs) => {
  expect(await stage.run(server, inputs)).toMatchObject({ exitCode: 0, outputs: { created: '2' } });
});
