import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  assertNoPlaceholders,
  fillFromOrigin,
  fillPlaceholder,
  findPlaceholders,
  PLACEHOLDER,
  parseGitHubRemote,
} from './repository.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

describe('parseGitHubRemote', () => {
  it.each([
    'https://github.com/octo-org/docs-sync',
    'https://github.com/octo-org/docs-sync.git',
    'https://user:token@github.com/octo-org/docs-sync.git',
    'git@github.com:octo-org/docs-sync.git',
    'ssh://git@github.com/octo-org/docs-sync',
  ])('parseGitHubRemote returns owner and name of %s', (url) => {
    expect(parseGitHubRemote(url)).toEqual({ owner: 'octo-org', name: 'docs-sync' });
  });

  it.each(['https://gitlab.com/octo-org/docs-sync', '/srv/git/docs-sync', 'https://github.com.example/a/b'])(
    'parseGitHubRemote returns undefined for %s',
    (url) => {
      expect(parseGitHubRemote(url)).toBeUndefined();
    },
  );
});

it('fillPlaceholder replaces the placeholder in repositories, regular expressions and code owners, but not in other words', () => {
  const text = `uses: ${PLACEHOLDER}/context-sync@v1\n/${PLACEHOLDER}\\/context-sync@/\n* @${PLACEHOLDER}\n${PLACEHOLDER}@Example.com`;
  expect(fillPlaceholder(text, { owner: 'octo-org', name: 'sync' })).toBe(
    `uses: octo-org/sync@v1\n/octo-org\\/sync@/\n* @octo-org\n${PLACEHOLDER}@Example.com`,
  );
});

describe('a checkout with placeholders', () => {
  let root: string;
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', root, ...args]);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'context-sync-repository-'));
    git('init', '-q');
    write('README.md', `uses: ${PLACEHOLDER}/context-sync@v1\n`);
    write('apps/action/dist/index.js', `'${PLACEHOLDER}/context-sync'\n`);
    write('LICENSE', 'MIT\n');
    git('add', '.');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('fillFromOrigin replaces the placeholders by the origin on GitHub, except in the bundle', () => {
    git('remote', 'add', 'origin', 'git@github.com:octo-org/context-sync.git');
    expect(fillFromOrigin(root)).toEqual(['README.md']);
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe('uses: octo-org/context-sync@v1\n');
    expect(findPlaceholders(root)).toEqual(['apps/action/dist/index.js']);
  });

  it('a checkout cannot be released until every placeholder is replaced, including those in the bundle', () => {
    git('remote', 'add', 'origin', 'git@github.com:octo-org/context-sync.git');
    expect(() => assertNoPlaceholders(root)).toThrow('placeholder in README.md, apps/action/dist/index.js. Run');
    fillFromOrigin(root);
    expect(() => assertNoPlaceholders(root)).toThrow('placeholder in apps/action/dist/index.js. Run');
    write('apps/action/dist/index.js', "'octo-org/context-sync'\n");
    expect(() => assertNoPlaceholders(root)).not.toThrow();
  });

  it('fillFromOrigin changes nothing without an origin or with an origin on another host', () => {
    expect(fillFromOrigin(root)).toEqual([]);
    git('remote', 'add', 'origin', 'https://gitlab.example/octo-org/context-sync.git');
    expect(fillFromOrigin(root)).toEqual([]);
    expect(findPlaceholders(root)).toHaveLength(2);
  });
});

it('the manifests, README, examples and the bootstrap command name the same repository', () => {
  const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
  const { repository } = JSON.parse(read('package.json')) as { repository: string };
  const name = repository.replace(/^github:/, '');
  expect(name).toMatch(/^[\w.-]+\/[\w.-]+$/);
  for (const file of [
    'README.md',
    'examples/push-only.yml',
    'docs/tutorials/quick-start.md',
    'packages/core/src/workflow.ts',
  ])
    expect(read(file), file).toContain(`${name}@v1`);
  const sdk = JSON.parse(read('packages/sdk/package.json')) as { repository: { url: string } };
  expect(sdk.repository.url).toBe(`git+https://github.com/${name}.git`);
});
