import { StateHistory } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findViolations } from '../../../packages/engine/src/report/gfm.fixture.ts';
import { PAYLOADS } from '../../../packages/engine/src/report/payloads.fixture.ts';
import { respondWith, startHostileService } from '../../bundle/security/hostile-service.ts';
import { PullRequest } from '../../sandbox/pull-request.ts';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { commentViolations, logViolations, QUOTED_INPUTS, runViolations } from '../../sandbox/violations.ts';

const KEY = 'csk_0123456789abcdef';
const NOWHERE = { url: 'http://127.0.0.1:2', key: KEY, project: 'octo-api' };
const CONFIG = '.github/context-sync.yml';
/** The maximum number of sources in a configuration. */
const SOURCE_LIMIT = 50;

let sandbox: Sandbox;
let secrets: readonly string[];

beforeEach(async () => {
  sandbox = await Sandbox.create({ 'docs/index.md': '# Welcome\n\nText.\n' });
  secrets = [KEY, sandbox.github.token];
});
afterEach(() => sandbox.cleanup.close());

/** Returns a payload for use in a file name, truncated to the length that file systems accept. */
function toName(payload: string): string {
  return payload.replaceAll('\0', '').replaceAll('/', '∕').slice(0, 60).toWellFormed();
}

/** Returns one document for each payload, with the payload in the path, the title, the description, the headings and the text. */
function documents(text = ''): Record<string, string> {
  return Object.fromEntries(
    PAYLOADS.map((payload, at) => [
      `docs/${toName(payload)} ${at}.md`,
      `---\ntitle: ${JSON.stringify(payload)}\ndescription: ${JSON.stringify(payload)}\n---\n\n# ${payload}\n\n${text}\n\n## ${payload} ${at}\n\n${payload}\n`,
    ]),
  );
}

it('the content of a pull request is rendered as plain text', async () => {
  await sandbox.repository.commit('Docs', documents());
  await sandbox.repository.git(
    'commit',
    '--quiet',
    '--allow-empty',
    '--author',
    '::error::<a@b.example>',
    '-m',
    '::error::x',
  );
  const pull = await PullRequest.open(sandbox, '::add-mask::x <!-- context-sync:octo-api/docs hash:0 -->');
  const hostileText = PAYLOADS.filter((payload) => payload.length < 200 && !payload.includes('\0')).join('\n');
  const head = await sandbox.repository.head();
  const event = { ...pull.event(head), ...{ title: hostileText, sender: { login: hostileText } } };
  const env = {
    GITHUB_HEAD_REF: hostileText,
    GITHUB_BASE_REF: hostileText,
    GITHUB_ACTOR: hostileText,
    GITHUB_WORKFLOW: hostileText,
  };
  const result = await pull.run(NOWHERE, {}, { event, env });
  expect(result.exitCode).toBe(0);
  // Two pages contain only headings and an empty code block, and have no item.
  expect(Number(result.outputs.created)).toBeGreaterThanOrEqual(PAYLOADS.length - 2);
  expect(await runViolations(result, secrets)).toEqual([]);
  const bodies = await pull.bodies();
  expect(bodies).toHaveLength(1);
  expect(bodies.flatMap(commentViolations)).toEqual([]);

  // The action still finds the comment by its own marker.
  const again = await pull.run(NOWHERE, {}, { event, env });
  expect(again.stdout).toContain('unchanged');
  expect(await pull.bodies()).toEqual(bodies);
});

it('responses of the service are rendered as plain text, and the state stays valid', async () => {
  const payload = (at: number) => PAYLOADS[at % PAYLOADS.length] ?? '';
  let payloadCount = 0;
  const service = await startHostileService(sandbox.cleanup, (request, response, path) => {
    payloadCount += 1;
    const text = payload(payloadCount);
    const headers: Record<string, string> = /^[\x20-\x7e]{1,500}$/.test(text)
      ? { 'x-request-id': text, 'retry-after': text }
      : {};
    if (request.method === 'GET')
      return respondWith(response, 200, path === '/openapi.json' ? { paths: {} } : {}, headers);
    if (payloadCount % 2 === 0) return respondWith(response, 201, { id: text }, headers);
    return respondWith(response, 422, { error: { code: text, message: text, requestId: text } }, headers);
  });
  const target = { ...NOWHERE, url: service.url };
  const history = new StateHistory(sandbox.github, 'context-sync/octo-api');
  await sandbox.configure({ concurrency: 1 });
  for (const text of ['One.', 'Two.', 'Three.']) {
    await sandbox.repository.commit(text, documents(text));
    const result = await sandbox.run(target);
    expect(result.stdout).toContain('::error');
    expect(await runViolations(result, secrets)).toEqual([]);
  }
  const commits = await history.read();
  expect(commits[0]?.state.items.length).toBeGreaterThan(PAYLOADS.length / 2);
});

it('an error of the service that fails the run is rendered as plain text', async () => {
  let text = '';
  const service = await startHostileService(sandbox.cleanup, (_request, response) =>
    respondWith(response, 403, { error: { code: text, message: text, requestId: text } }),
  );
  const mixedParts = [0, 1, 2, 3].map((part) => PAYLOADS.filter((_each, at) => at % 4 === part));
  for (const payloads of mixedParts) {
    text = payloads.map((payload) => payload.slice(0, 30)).join('\n');
    const result = await sandbox.run({ ...NOWHERE, url: service.url });
    expect(result.exitCode).toBe(1);
    expect(await runViolations(result, secrets)).toEqual([]);
  }
});

it('an invalid configuration is rendered as plain text', async () => {
  const pull = await PullRequest.open(sandbox);
  for (let from = 0; from < PAYLOADS.length; from += SOURCE_LIMIT) {
    const sources = PAYLOADS.slice(from, from + SOURCE_LIMIT).map((payload) => ({
      project: `${payload} /`,
      docs: `../${payload}`,
      'title-prefix': `${payload}${'x'.repeat(61)}`,
      'site-url': payload,
      include: `[${payload}`,
      state: `ref:${payload}`,
    }));
    await sandbox.repository.commit('Configure', { [CONFIG]: JSON.stringify({ sources }) });
    const result = await pull.run(NOWHERE, { project: '' });
    expect(result.exitCode).toBe(1);
    // A file that is too large has no other problem, because its settings are not read.
    expect(result.stdout).toMatch(/Cannot sync: |must have at most 100000 bytes/);
    expect(await runViolations(result, secrets)).toEqual([]);
    const bodies = await pull.bodies();
    expect(bodies).toHaveLength(1);
    expect(bodies.flatMap(findViolations)).toEqual([]);
  }
  await sandbox.repository.commit('Configure', { [CONFIG]: `"${'::error::x\\n::add-mask::Text'}": 1\n` });
  expect(await runViolations(await pull.run(NOWHERE, { project: '' }), secrets)).toEqual([]);
});

it('a valid configuration is rendered as plain text', async () => {
  const fitting = PAYLOADS.filter(
    (payload) => payload.length < 60 && !/\p{Cc}/u.test(payload) && payload.isWellFormed(),
  );
  for (let from = 0; from < fitting.length; from += SOURCE_LIMIT) {
    const sources = fitting.slice(from, from + SOURCE_LIMIT).map((payload, at) => ({
      project: `${payload.replaceAll(/[\s/\\?#]/gu, '') || 'x'}${at}`,
      state: `ref:refs/context-sync/${from + at}`,
      'title-prefix': payload,
      category: payload || 'docs',
      provider: payload || 'github',
    }));
    await sandbox.repository.commit('Configure', { [CONFIG]: JSON.stringify({ sources }) });
    const result = await sandbox.run(NOWHERE, { project: '' }, { ref: 'refs/heads/next' });
    expect(result).toMatchObject({ exitCode: 0, outputs: { created: String(sources.length) } });
    expect(await runViolations(result, secrets)).toEqual([]);
  }
});

it('the names of projects, folders and branches in the comment are rendered as plain text', async () => {
  const folder = "<!-- x --> |@octocat `[![a](b)](c)' www.evil.example";
  await sandbox.repository.commit('Docs', { [`${folder}/a.md`]: '# A\n\nText.\n' });
  const pull = await PullRequest.open(sandbox);
  const project = '--><!--@octocat|`![x](https:evil)&commat;<img>::error::';
  // Characters that git allows in a branch name and the emulator allows in a URL.
  const branch = "x@octocat--!(b)&commat;&lt;img&gt;www.evil.example'";
  await sandbox.github.push(sandbox.repository, branch);
  const result = await pull.run(NOWHERE, { project, docs: folder, branch, 'installation-id': '1' });
  expect(result).toMatchObject({ exitCode: 0, outputs: { created: '1' } });
  expect(await runViolations(result, secrets)).toEqual([]);
  const bodies = await pull.bodies();
  expect(bodies).toHaveLength(1);
  expect(bodies.flatMap(findViolations)).toEqual([]);
  expect((await pull.run(NOWHERE, { project, docs: folder, branch, 'installation-id': '1' })).stdout).toContain(
    'unchanged',
  );
});

it('inputs, refs and events are rendered as plain text', async () => {
  const step = QUOTED_INPUTS.length;
  const payloads = PAYLOADS.filter((payload) => payload.trim() !== '' && !payload.includes('\0'));
  for (let from = 0; from < payloads.length; from += step) {
    const payloadSlice = payloads.slice(from, from + step);
    const inputs = Object.fromEntries(payloadSlice.map((payload, at) => [QUOTED_INPUTS[at] ?? '', payload]));
    const ref = `refs/heads/${payloadSlice.map((payload) => payload.slice(0, 60)).join('\n')}`;
    for (const eventName of ['push', 'merge_group']) {
      const result = await sandbox.run(NOWHERE, { ...inputs, mode: 'auto' }, { eventName, ref });
      expect(result.exitCode).toBe(1);
      expect(await runViolations(result, secrets)).toEqual([]);
    }
  }
});

it.each([
  ['a command', '::set-output name=x::y'],
  ['a command after spaces', '\u2003 ::error::x'],
  ['a command after a bare CR', 'ok\r::error file=a,x=b::boo'],
  ['a command in the old syntax', 'ok ##[error]x'],
  ['a mask of a word', '::add-mask::Text'],
  ['a control sequence', '\u001b[31mred'],
  ['output on stderr', 'x'],
])('logViolations detects forbidden output in a log: %s', (name, line) => {
  const result = {
    exitCode: 0,
    stdout: line,
    stderr: name === 'output on stderr' ? line : '',
    outputs: {},
    summary: '',
    jobFiles: { env: '', path: '', state: '' },
  };
  expect(logViolations(result, secrets)).not.toEqual([]);
});
