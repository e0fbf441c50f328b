import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-sync-links-options-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the options of the check of portal links', () => {
  it('has defaults for all options except for the repository', () => {
    expect(readOptions(['--repository', folder, '--docs', '.'])).toEqual({
      repository: folder,
      docs: '.',
      show: 5,
      keep: false,
      json: undefined,
    });
  });

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
      ['--repository', '.', '--show', 'many'],
      '--show must be an integer from 0 (got "many")',
    ],
    ['an unknown option', ['--repo', '.'], "Unknown option '--repo'"],
  ])('rejects %s', (_name, args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
