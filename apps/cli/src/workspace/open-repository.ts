import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { runGit } from '@context-sync/engine/git/run-git';
import { UserError } from '@context-sync/engine/problem/problem';

/** A git repository on this machine. */
export interface LocalRepository {
  /** Folder of the working tree; the folder of the repository itself if it is bare. */
  readonly folder: string;
  readonly isBare: boolean;
  readonly isShallow: boolean;
  /** Runs git in the repository. @returns the trimmed output; undefined if git failed */
  git(...args: readonly string[]): Promise<string | undefined>;
}

/** Git rejects repositories of other users, which are usual in containers, unless they are configured as safe. */
export const SAFE_DIRECTORY = ['safe.directory', '*'] as const;

/**
 * Opens the repository that contains a folder.
 * @throws UserError if there is none
 */
export async function openRepository(path: string): Promise<LocalRepository> {
  const folder = resolve(path);
  if (!(await isFolder(folder))) {
    throw createError(`the folder "${path}" does not exist`, 'use the path of a folder in a git repository');
  }
  const query = ['rev-parse', '--is-bare-repository', '--is-inside-work-tree', '--is-shallow-repository'];
  const { code, output, errors } = await run(folder, query);
  if (code !== 0) {
    if (/not a git repository/.test(errors)) {
      throw createError(
        `"${path}" is not in a git repository`,
        'run the command in a clone, or create a repository with "git init"',
      );
    }
    throw createError(`git cannot read the repository: ${errors.trim()}`, 'correct what git reports');
  }
  const [isBare, isInside, isShallow] = output
    .trim()
    .split('\n')
    .map((line) => line === 'true');
  if (!isBare && !isInside) {
    throw createError(`"${path}" is inside the .git folder`, 'run the command in the working tree');
  }
  const root = isBare ? folder : (await run(folder, ['rev-parse', '--show-toplevel'])).output.trim();
  return {
    folder: root,
    isBare: isBare === true,
    isShallow: isShallow === true,
    git: async (...args) => {
      const result = await run(root, args);
      return result.code === 0 ? result.output.trim() : undefined;
    },
  };
}

async function run(folder: string, args: readonly string[]) {
  try {
    return await runGit(args, { folder, settings: [SAFE_DIRECTORY] });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw createError(`git could not be started: ${reason}`, 'install git 2.31 or newer, and put it in PATH');
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

function createError(problem: string, fix: string): UserError {
  return new UserError([{ subject: 'repository', problem, fix }]);
}
