import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UserError } from '../problem/problem.ts';
import { readContext } from './event-context.ts';

const RUNNER = {
  GITHUB_REPOSITORY: 'octo/api',
  GITHUB_EVENT_NAME: 'push',
  GITHUB_WORKSPACE: 'workspace',
  RUNNER_TEMP: 'temp',
};

it('readContext reads the environment variables of the runner', () => {
  expect(readContext(RUNNER)).toMatchObject({ owner: 'octo', repo: 'api', eventName: 'push', temp: 'temp' });
});

it('readContext identifies the repository by host, name and, if present, ID', () => {
  const { repository } = readContext({ ...RUNNER, GITHUB_REPOSITORY: 'group/subgroup/api' });
  expect(repository).toEqual({ host: 'github.com', name: 'group/subgroup/api' });
  const more = { GITHUB_SERVER_URL: 'https://git.example.com:8443', GITHUB_REPOSITORY_ID: '42' };
  expect(readContext({ ...RUNNER, ...more }).repository).toEqual({
    host: 'git.example.com:8443',
    name: 'octo/api',
    id: '42',
  });
});

it.each(Object.keys(RUNNER))('readContext reports that %s is not set and links to the documentation', (name) => {
  const read = () => readContext({ ...RUNNER, [name]: '' });
  expect(read).toThrow(UserError);
  expect(read).toThrow(`${name}: is not set`);
  expect(read).toThrow('docs/how-to/other-ci.md');
});

it.each<[string, string | undefined, RegExp]>([
  [
    'is missing',
    undefined,
    /^GITHUB_EVENT_PATH: must be a readable file \(ENOENT: .*event\.json.*\)\. Fix: .*leave the variable unset/,
  ],
  ['is empty', '', /^GITHUB_EVENT_PATH: must be a readable file \(Unexpected end of JSON input\)/],
  ['is not JSON', '{"number": ', /^GITHUB_EVENT_PATH: must be a JSON file \(.*event\.json\)/],
])('readContext rejects an event file that %s', (_name, content, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-event-'));
  try {
    const path = join(folder, 'event.json');
    if (content !== undefined) writeFileSync(path, content);
    const read = () => readContext({ ...RUNNER, GITHUB_EVENT_PATH: path });
    expect(read).toThrow(UserError);
    expect(read).toThrow(message);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});

it('readContext accepts an empty GITHUB_EVENT_PATH', () => {
  expect(readContext({ ...RUNNER, GITHUB_EVENT_PATH: '' })).toMatchObject({ pullRequest: undefined, deleted: false });
});
