import { Cleanup, runProcess } from '@context-sync/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBranchName, isRefName } from './ref-name.ts';

const NAMES = [
  'main',
  'Main',
  'release/1.x',
  'ünï/cödé',
  'a\u00a0b',
  '@',
  'a@b',
  'a{b}',
  '#1',
  'a..b',
  'a.b.',
  'a.',
  '.a',
  'a/.b',
  'a./b',
  'a.lock',
  'a.lock/b',
  'a.lockb',
  'a//b',
  '/a',
  'a/',
  '',
  ' a',
  'a b',
  'a\tb',
  'a\nb',
  'a\u007fb',
  'a~b',
  'a^b',
  'a:b',
  'a?b',
  'a*b',
  'a[b',
  'a]b',
  'a\\b',
  'a@{b',
  'a@{1}',
  '-a',
  'a/-b',
  'HEAD',
  'head',
  'a/HEAD',
  'refs/heads/main',
];

let cleanup: Cleanup;
let folder: string;
beforeAll(async () => {
  cleanup = new Cleanup();
  // The folder is outside of a repository, because there git rejects names such as `@{-1}` as branch names.
  folder = await cleanup.folder('nowhere');
});
afterAll(() => cleanup.close());

async function isAccepted(...args: readonly string[]): Promise<boolean> {
  const env = { PATH: process.env.PATH ?? '', GIT_CEILING_DIRECTORIES: folder };
  return runProcess('git', ['check-ref-format', ...args], { cwd: folder, env }).then(
    () => true,
    () => false,
  );
}

describe('isBranchName and isRefName', () => {
  it.each(NAMES)('isBranchName and isRefName agree with git about the name %j', async (name) => {
    expect(isBranchName(name)).toBe(await isAccepted('--branch', name));
    expect(isRefName(`refs/heads/${name}`)).toBe(await isAccepted(`refs/heads/${name}`));
    expect(isRefName(name)).toBe(await isAccepted(name));
  });
});
