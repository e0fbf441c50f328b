import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  assertNoPlaceholders,
  findFilesThatName,
  PLACEHOLDER,
  parseGitHubRemote,
  parseRepository,
  readOrigin,
  readRepository,
  replaceRepository,
  setRepository,
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

const FROM = { owner: PLACEHOLDER, name: 'context-sync' };
const TO = { owner: 'octo-org', name: 'docs-sync' };

it.each(['octo-org', 'octo-org/docs-sync/x', 'octo org/docs', ''])(
  'parseRepository returns undefined for "%s"',
  (text) => {
    expect(parseRepository(text)).toBeUndefined();
  },
);

it('replaceRepository replaces the repository in actions, regular expressions and images, but not in other words', () => {
  const text = `uses: ${PLACEHOLDER}/context-sync@v1\n/${PLACEHOLDER}\\/context-sync@/\n${PLACEHOLDER}/context-sync-service\nX${PLACEHOLDER}/context-sync\n@${PLACEHOLDER}`;
  expect(replaceRepository('a.md', text, FROM, TO)).toBe(
    `uses: octo-org/docs-sync@v1\n/octo-org\\/docs-sync@/\nocto-org/docs-sync-service\nX${PLACEHOLDER}/context-sync\n@${PLACEHOLDER}`,
  );
  expect(replaceRepository('.github/CODEOWNERS', `* @${PLACEHOLDER}\n`, FROM, TO)).toBe('* @octo-org\n');
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
    write('package.json', `{ "repository": "github:${PLACEHOLDER}/context-sync" }\n`);
    write('README.md', `uses: ${PLACEHOLDER}/context-sync@v1\n`);
    write('apps/action/dist/index.js', `'${PLACEHOLDER}/context-sync'\n`);
    write('LICENSE', 'MIT\n');
    git('add', '.');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('setRepository changes package.json and all files that name the repository, except the bundle, and can be repeated', () => {
    expect(setRepository(root, TO)).toEqual(['README.md', 'package.json']);
    expect(readRepository(root)).toEqual(TO);
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe('uses: octo-org/docs-sync@v1\n');
    expect(findFilesThatName(root, FROM)).toEqual(['apps/action/dist/index.js']);
    expect(setRepository(root, TO)).toEqual([]);
    const other = { owner: 'acme', name: 'context-sync' };
    expect(setRepository(root, other)).toEqual(['README.md', 'package.json']);
    expect(readRepository(root)).toEqual(other);
  });

  it('a checkout cannot be released until every placeholder is replaced, including those in the bundle', () => {
    expect(() => assertNoPlaceholders(root)).toThrow(
      'placeholder in README.md, apps/action/dist/index.js, package.json. Run',
    );
    setRepository(root, TO);
    expect(() => assertNoPlaceholders(root)).toThrow('placeholder in apps/action/dist/index.js. Run');
    write('apps/action/dist/index.js', "'octo-org/docs-sync'\n");
    expect(() => assertNoPlaceholders(root)).not.toThrow();
  });

  it('readOrigin returns the repository of origin only if it is on GitHub', () => {
    expect(readOrigin(root)).toBeUndefined();
    git('remote', 'add', 'origin', 'https://gitlab.example/octo-org/docs-sync.git');
    expect(readOrigin(root)).toBeUndefined();
    git('remote', 'set-url', 'origin', 'git@github.com:octo-org/docs-sync.git');
    expect(readOrigin(root)).toEqual(TO);
  });
});

it('every file that names the repository of this project names the one in package.json', () => {
  const { owner, name } = readRepository(PROJECT);
  const files = execFileSync('git', ['-C', PROJECT, 'ls-files', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && !/\.test\.ts$|\/dist\/|\.png$/.test(file));
  const mentions = files.flatMap((file) =>
    [
      ...readFileSync(join(PROJECT, file), 'utf8').matchAll(
        /(?:github\.com\/|githubusercontent\.com\/|uses: )([\w-]+)\/context-sync\b/g,
      ),
    ].map(([, account]) => ({ file, repository: `${account}/context-sync` })),
  );
  expect(mentions.filter(({ repository }) => repository !== `${owner}/${name}`)).toEqual([]);
  const naming = new Set(findFilesThatName(PROJECT, { owner, name }));
  for (const file of [
    'README.md',
    'package.json',
    'packages/core/src/workflow.ts',
    'packages/sdk/package.json',
    'apps/cli/package.json',
  ])
    expect(naming, file).toContain(file);
});

it('setRepository fills in a copy of this project completely', () => {
  const copy = mkdtempSync(join(tmpdir(), 'context-sync-copy-'));
  try {
    const files = findFilesThatName(PROJECT, readRepository(PROJECT));
    for (const file of files) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      copyFileSync(join(PROJECT, file), join(copy, file));
    }
    execFileSync('git', ['-C', copy, 'init', '-q']);
    execFileSync('git', ['-C', copy, 'add', '--force', '.']);
    expect(setRepository(copy, TO).length).toBeGreaterThan(15);
    for (const file of files.filter((each) => !each.includes('/dist/')))
      expect(readFileSync(join(copy, file), 'utf8'), file).not.toMatch(
        new RegExp(`@?${PLACEHOLDER}\\b\\\\?/context-sync|@${PLACEHOLDER}$`, 'm'),
      );
  } finally {
    rmSync(copy, { recursive: true });
  }
});
