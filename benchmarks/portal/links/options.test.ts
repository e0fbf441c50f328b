import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

describe('the options of the check of portal links', () => {
  it.each([
    ['no repository', [], '--repository is missing'],
    [
      'a repository that does not exist',
      ['--repository', '/nowhere'],
      '--repository must be an existing folder (got "/nowhere")',
    ],
    [
      'a docs folder that does not exist',
      ['--repository', '.', '--docs', 'nope'],
      '--docs must be a folder in . (got "nope")',
    ],
    ['a docs folder outside of the repository', ['--repository', '.', '--docs', '../x'], '(got "../x")'],
    [
      'a number that is not one',
      ['--repository', '.', '--docs', '.', '--show', 'many'],
      '--show must be an integer of at least 0 (got "many")',
    ],
    ['an unknown option', ['--repo', '.'], 'Unknown option "--repo"'],
  ])('reject %s', (_name, args, message) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      cwd: FOLDER,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
