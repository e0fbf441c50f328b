import { afterAll, beforeAll, expect, it } from 'vitest';
import { Sandbox, type Target } from '../sandbox/sandbox.ts';

const NOWHERE: Target = { url: 'http://127.0.0.1:2', key: 'csk_0123456789', project: 'octo-api' };

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await Sandbox.create();
});
afterAll(() => sandbox.cleanup.close());

/** Returns an environment that makes the bundle detect an older version of Node.js and removes features that this version does not have. */
function onNode(version: string): Record<string, string> {
  const code = `Object.defineProperty(process, 'version', { value: '${version}' }); delete Map.groupBy; delete Object.groupBy;`;
  return { NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(code).toString('base64')}` };
}

it.each([
  [true, '::error::'],
  [false, 'Error: '],
])('the bundle prints only an error if the Node.js version is too old (on GitHub: %s)', async (onGitHub, prefix) => {
  const result = await sandbox.run(NOWHERE, {}, { env: onNode('v20.20.2'), onGitHub });
  expect(result).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(
      `^${prefix}Context Sync needs Node\\.js 24 or newer \\(this is v20\\.20\\.2\\)\\. [^\\n]*\\n$`,
    ),
    stderr: '',
  });
});

it('an error about a missing event file names the environment variable', async () => {
  const { exitCode, stdout } = await sandbox.run(NOWHERE, {}, { env: { GITHUB_EVENT_PATH: '/nowhere/event.json' } });
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /^::error::GITHUB_EVENT_PATH: must be a readable file \(ENOENT: [^\n]*\/nowhere\/event\.json[^\n]*Fix: /m,
  );
  expect(stdout).not.toContain('bug in Context Sync');
});
