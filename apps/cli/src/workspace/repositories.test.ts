import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cleanup, GitRepository, startGitHost } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DOCS, runIn } from '../command.fixture.ts';
import { parseHost } from './create-context.ts';

let cleanup: Cleanup;
let repository: GitRepository;

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
  await repository.commit('Write the docs', DOCS);
});
afterEach(() => cleanup.close());

const readTitles = async (folder: string, ...args: string[]) => {
  const { output, messages, exitCode } = await runIn(folder, ['export', ...args]);
  if (exitCode !== 0) throw new Error(messages);
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).title as string);
};

describe('the working tree', () => {
  it('the working tree is read with changed, new and deleted files, and without ignored files', async () => {
    await writeFile(join(repository.path, '.gitignore'), 'drafts/\n');
    await mkdir(join(repository.path, 'docs/drafts'));
    await writeFile(join(repository.path, 'docs/drafts/a.md'), '# Ignored\n\nText.\n');
    await writeFile(join(repository.path, 'docs/new.md'), '# New\n\nText.\n');
    await writeFile(join(repository.path, 'docs/index.md'), '# Changed\n\nText.\n');
    await rm(join(repository.path, 'docs/limits.md'));
    expect(await readTitles(repository.path)).toEqual(['Changed', 'New']);
    expect(await readTitles(repository.path, '--commit', 'HEAD')).toEqual(['Welcome', 'Limits']);
  });

  it('the working tree is read without changing the repository, its index or its objects', async () => {
    await writeFile(join(repository.path, 'docs/new.md'), '# New\n\nText.\n');
    await writeFile(join(repository.path, 'docs/staged.md'), '# Staged\n\nText.\n');
    await repository.git('add', 'docs/staged.md');
    const observe = async () => [
      await repository.git('status', '--porcelain'),
      await repository.git('count-objects', '-v'),
      (await readFile(join(repository.path, '.git/index'))).toString('hex'),
    ];
    const before = await observe();
    expect(await readTitles(repository.path)).toContain('New');
    expect(await observe()).toEqual(before);
  });

  it('the working tree of a repository without commits can be read', async () => {
    const emptyRepository = await GitRepository.create(cleanup);
    await mkdir(join(emptyRepository.path, 'docs'));
    await writeFile(join(emptyRepository.path, 'docs/a.md'), '# First\n\nText.\n');
    expect(await readTitles(emptyRepository.path)).toEqual(['First']);
  });

  it('reading the working tree does not follow symbolic links out of the repository', async () => {
    const outsideFolder = await cleanup.folder('outside');
    await writeFile(join(outsideFolder, 'secret.md'), '# Secret\n\nText.\n');
    await symlink(join(outsideFolder, 'secret.md'), join(repository.path, 'docs/secret.md'));
    expect(await readTitles(repository.path)).not.toContain('Secret');
  });

  it.skipIf(process.getuid?.() === 0)(
    'an unreadable file of the working tree is reported with the error of git',
    async () => {
      await writeFile(join(repository.path, 'docs/locked.md'), '# Locked\n');
      await chmod(join(repository.path, 'docs/locked.md'), 0o000);
      const { exitCode, messages } = await runIn(repository.path, ['plan']);
      expect([exitCode, messages]).toEqual([
        1,
        expect.stringContaining('working tree: git could not read the files: '),
      ]);
    },
  );

  it('the whole working tree is read if the command runs in a subfolder', async () => {
    expect(await readTitles(join(repository.path, 'docs'))).toEqual(['Welcome', 'Limits']);
    expect(await readTitles('/', '-C', repository.path)).toEqual(['Welcome', 'Limits']);
  });
});

describe('an unsuitable repository is reported in one line with a fix', () => {
  const getError = async (folder: string, ...args: string[]) => {
    const { exitCode, messages, output } = await runIn(folder, args);
    expect([exitCode, output, messages.trim().split('\n').length]).toEqual([1, '', 1]);
    return messages;
  };

  it('outside of a git repository', async () => {
    const folder = await cleanup.folder('plain');
    expect(await getError(folder, 'plan')).toMatch(
      /^Error: repository: "\S+" is not in a git repository\. Fix: run the command in a clone/,
    );
  });

  it('a folder that does not exist', async () => {
    expect(await getError(repository.path, 'plan', '-C', 'gone')).toContain('does not exist. Fix: ');
  });

  it('inside of the folder .git', async () => {
    expect(await getError(join(repository.path, '.git'), 'plan')).toContain('is inside the .git folder');
  });

  it('a bare repository without --commit, while --commit works', async () => {
    const bareFolder = await cleanup.folder('bare');
    await repository.git('clone', '--quiet', '--bare', repository.path, bareFolder);
    expect(await getError(bareFolder, 'plan')).toContain(
      'the repository is bare, so it has no working tree. Fix: name a commit, such as --commit HEAD',
    );
    expect(await readTitles(bareFolder, '--commit', 'main')).toEqual(['Welcome', 'Limits']);
  });

  it('a shallow clone in which the base of a diff is missing, while plan works', async () => {
    await repository.commit('Change', { 'docs/new.md': '# New\n\nText.\n' });
    const shallow = await cleanup.folder('shallow');
    await repository.git('clone', '--quiet', '--depth=1', `file://${repository.path}`, shallow);
    expect(await getError(shallow, 'diff')).toContain(
      'there is no earlier commit to compare with. Fix: fetch the history with "git fetch --unshallow"',
    );
    expect(await getError(shallow, 'diff', 'HEAD~1')).toContain(
      'the commit "HEAD~1" does not exist in this clone. Fix: fetch the history',
    );
    expect(await readTitles(shallow)).toHaveLength(3);
  });

  it('a partial clone without its remote, while it works with the remote', async () => {
    const host = await startGitHost(cleanup);
    await repository.git('push', '--quiet', host.path, 'main');
    const partialFolder = await cleanup.folder('partial');
    await repository.git('clone', '--quiet', '--filter=blob:none', '--no-checkout', host.url, partialFolder);
    const offline = await cleanup.folder('offline');
    await repository.git('clone', '--quiet', '--filter=blob:none', '--no-checkout', host.url, offline);
    expect(await readTitles(partialFolder, '--commit', 'HEAD')).toEqual(['Welcome', 'Limits']);
    await repository.git('-C', offline, 'remote', 'set-url', 'origin', 'http://127.0.0.1:9/none.git');
    expect(await getError(offline, 'plan', '--commit', 'HEAD')).toContain(
      'Fix: connect to the network and run the command again',
    );
  });

  it('a commit that does not exist', async () => {
    expect(await getError(repository.path, 'plan', '--ref', 'gone')).toContain(
      'commit: the commit "gone" does not exist in this clone. Fix: use a commit',
    );
    expect(await getError(repository.path, 'plan', '--commit=--output=x')).toContain('does not exist');
  });

  it('a docs folder that does not exist', async () => {
    expect(await getError(repository.path, 'plan', '--docs=doc')).toContain('docs: the folder "doc" does not exist');
  });

  it('a broken configuration file', async () => {
    await repository.commit('Configure', { '.github/context-sync.yml': 'exlude: x\n' });
    expect(await getError(repository.path, 'lint')).toContain(
      '.github/context-sync.yml:1: "exlude" is not a setting. Fix: did you mean "exclude"?',
    );
  });

  it('a state that cannot be read without a network', async () => {
    await repository.git('remote', 'add', 'origin', 'http://127.0.0.1:9/none.git');
    expect(await getError(repository.path, 'plan', '--state=git:origin')).toMatch(/^Error: state: /);
  });
});

it('an environment variable whose name resembles an input is reported', async () => {
  const { messages } = await runIn(repository.path, ['plan'], {
    CONTEXT_SYNC_BASEURL: 'x',
    CONTEXT_SYNC_MCP_HOSTS: 'y',
  });
  expect(messages).toBe('Warning: CONTEXT_SYNC_BASEURL is not read; did you mean CONTEXT_SYNC_BASE_URL?\n');
});

it('--project selects a source of the configuration file, and other values override it', async () => {
  const sources = [
    { project: 'one', docs: 'docs' },
    { project: 'two', docs: 'more' },
  ];
  await repository.commit('Configure', {
    '.github/context-sync.yml': JSON.stringify({ sources }),
    'more/b.md': '# Second\n\nText.\n',
  });
  expect(await readTitles(repository.path)).toEqual(['Welcome', 'Limits', 'Second']);
  expect(await readTitles(repository.path, '--project=two')).toEqual(['Second']);
  expect(await readTitles(repository.path, '--docs=docs')).toEqual(['Welcome', 'Limits']);
});

it.each([
  ['https://github.com/octo-org/octo-api.git', 'https://github.com', 'octo-org', 'octo-api'],
  ['https://user:secret@gitlab.example.com/group/sub/api', 'https://gitlab.example.com', 'group/sub', 'api'],
  ['git@github.com:octo-org/octo-api.git', 'https://github.com', 'octo-org', 'octo-api'],
  ['ssh://git@git.example.com:7999/team/api.git', 'https://git.example.com', 'team', 'api'],
])('parseHost finds host, owner and name in %s', (url, serverUrl, owner, repo) => {
  expect(parseHost(url)).toEqual({ serverUrl, owner, repo });
});

it.each(['/srv/git/api.git', 'ext::sh -c x', '', 'https://github.com/only'])('parseHost finds no host in %j', (url) => {
  expect(parseHost(url)).toBeUndefined();
});
