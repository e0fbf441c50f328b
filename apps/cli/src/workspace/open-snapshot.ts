import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Git } from '@context-sync/engine/git/git';
import { runGit } from '@context-sync/engine/git/run-git';
import { UserError } from '@context-sync/engine/problem/problem';
import { type LocalRepository, SAFE_DIRECTORY } from './open-repository.ts';

/** The files of a commit or of the working tree, as git objects. */
export interface Snapshot {
  readonly git: Git;
  readonly commit: string;
  /** Whether the snapshot contains changes that are not committed. */
  readonly isDirty: boolean;
  /** Deletes the files that the snapshot has written. */
  remove(): Promise<void>;
}

/** Maximum number of attempts to create a snapshot while other programs change the files. */
const MAX_ATTEMPTS = 5;
const RETRY_DELAY_MS = 100;

/** Author and time of the commit of a snapshot. They are fixed, so that equal files result in equal commits. */
const SNAPSHOT_AUTHOR = {
  GIT_AUTHOR_NAME: 'Context Sync',
  GIT_AUTHOR_EMAIL: 'context-sync@localhost',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'Context Sync',
  GIT_COMMITTER_EMAIL: 'context-sync@localhost',
  GIT_COMMITTER_DATE: '@0 +0000',
};

/**
 * Opens the files of a commit.
 * @throws UserError if it does not exist
 */
export async function openCommit(repository: LocalRepository, revision: string): Promise<Snapshot> {
  const commit = await repository.git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  if (commit === undefined) {
    const problem = `the commit "${revision}" does not exist in this clone`;
    const fix = repository.isShallow
      ? 'fetch the history with "git fetch --unshallow"'
      : 'use a commit, branch or tag that "git log" accepts, or fetch it first';
    throw new UserError([{ subject: 'commit', problem, fix }]);
  }
  return { git: new Git(repository.folder, { head: commit }), commit, isDirty: false, remove: () => Promise.resolve() };
}

/**
 * Opens the files of the working tree, except those that git ignores. Without uncommitted changes, this is the checked-out commit. Otherwise, the files are
 * written as objects to a temporary folder, so that the repository does not change.
 * @throws UserError
 */
export async function openWorkingTree(repository: LocalRepository): Promise<Snapshot> {
  if (repository.isBare) {
    throw new UserError([
      {
        subject: 'repository',
        problem: 'the repository is bare, so it has no working tree',
        fix: 'name a commit, such as --commit HEAD',
      },
    ]);
  }
  const head = await repository.git('rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
  const changes = await repository.git('status', '--porcelain', '--untracked-files=normal', '--ignore-submodules=all');
  if (head !== undefined && changes === '') return openCommit(repository, head);
  const folder = await mkdtemp(join(tmpdir(), 'context-sync-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const { commit, environment } = await writeSnapshot(repository, folder, head);
    return { git: new Git(repository.folder, { head: commit, environment }), commit, isDirty: true, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function writeSnapshot(repository: LocalRepository, folder: string, head: string | undefined) {
  const objects = (await repository.git('rev-parse', '--git-path', 'objects')) ?? '.git/objects';
  const index = (await repository.git('rev-parse', '--git-path', 'index')) ?? '.git/index';
  const alternates = process.env.GIT_ALTERNATE_OBJECT_DIRECTORIES;
  const environment = {
    GIT_OBJECT_DIRECTORY: join(folder, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: [resolve(repository.folder, objects), ...(alternates ? [alternates] : [])].join(
      delimiter,
    ),
  };
  const git = (...args: string[]) =>
    runGit(args, {
      folder: repository.folder,
      settings: [SAFE_DIRECTORY, ['advice.addEmbeddedRepo', 'false']],
      environment: { ...environment, ...SNAPSHOT_AUTHOR, GIT_INDEX_FILE: join(folder, 'index') },
    });
  await mkdir(environment.GIT_OBJECT_DIRECTORY);
  // A copy of the index contains the times of unchanged files, so that git reads only the changed files.
  await copyFile(resolve(repository.folder, index), join(folder, 'index')).catch(() => undefined);
  let problem = '';
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { code, errors } = await git('add', '--all');
    if (code === 0) {
      const tree = (await git('write-tree')).output.trim();
      const parents = head === undefined ? [] : ['-p', head];
      const { output } = await git('commit-tree', ...parents, '-m', 'Working tree', tree);
      return { commit: output.trim(), environment };
    }
    problem = errors.trim();
    // Another program may have changed or deleted a file while git read it.
    await setTimeout(RETRY_DELAY_MS * attempt);
  }
  const fix = 'close the programs that change the files, or name a commit with --commit';
  throw new UserError([{ subject: 'working tree', problem: `git could not read the files: ${problem}`, fix }]);
}
