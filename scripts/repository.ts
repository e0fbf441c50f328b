// `repository` in package.json defines the account and name under which this project is published. All other files repeat them, and
// `npm run repository` changes them everywhere.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The placeholder for the account until the project is published. */
export const PLACEHOLDER = 'OWNER';
const CODE_OWNERS = '.github/CODEOWNERS';

export interface Repository {
  readonly owner: string;
  readonly name: string;
}

/** Returns the repository in the form `owner/name`, or undefined if the text has another form. */
export function parseRepository(text: string): Repository | undefined {
  const [, owner, name] = /^(?:github:)?([\w-]+)\/([\w.-]+)$/.exec(text) ?? [];
  return owner === undefined || name === undefined ? undefined : { owner, name };
}

/** Returns the repository of a remote on GitHub, or undefined if the remote is on another host. */
export function parseGitHubRemote(url: string): Repository | undefined {
  const [, path = ''] =
    /^(?:https:\/\/(?:[^@/]+@)?github\.com\/|(?:ssh:\/\/)?git@github\.com[:/])(.+?)(?:\.git)?\/?$/.exec(url.trim()) ??
    [];
  return parseRepository(path);
}

/**
 * Returns the repository that package.json names.
 * @throws Error if it names none
 */
export function readRepository(root: string): Repository {
  const { repository = '' } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { repository?: string };
  const parsed = parseRepository(repository);
  if (!parsed) throw new Error(`"repository" in package.json must be github:owner/name (got "${repository}")`);
  return parsed;
}

/** Matches the name of a repository, also inside the source of a regular expression or at the start of an image name. */
const createPattern = ({ owner, name }: Repository) =>
  new RegExp(String.raw`(?<![\w.-])${owner}(\\?/)${name.replaceAll('.', String.raw`\.`)}\b`, 'g');

/** Returns the text of a file with a repository replaced by another. */
export function replaceRepository(file: string, text: string, from: Repository, to: Repository): string {
  const replaced = text.replaceAll(createPattern(from), (_, slash: string) => `${to.owner}${slash}${to.name}`);
  return file === CODE_OWNERS ? replaced.replaceAll(new RegExp(`@${from.owner}\\b`, 'g'), `@${to.owner}`) : replaced;
}

const runGit = (root: string, ...args: readonly string[]) =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** Returns the tracked files that contain the repository's name. They include the bundle until it is rebuilt. */
export function findFilesThatName(root: string, repository: Repository): string[] {
  const other = { owner: `${repository.owner}-`, name: repository.name };
  return runGit(root, 'ls-files', '-z')
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return replaceRepository(file, text, repository, other) !== text;
    });
}

/**
 * Checks before a release that no file contains the placeholder, so that no user copies a workflow without an account.
 * @throws Error if a file contains the placeholder
 */
export function assertNoPlaceholders(root: string): void {
  const { name } = readRepository(root);
  const names = new Set([name, 'context-sync']);
  const files = new Set([...names].flatMap((each) => findFilesThatName(root, { owner: PLACEHOLDER, name: each })));
  if (files.size === 0) return;
  throw new Error(
    `Cannot release: the account is still a placeholder in ${[...files].join(', ')}. Run "npm run repository" in a clone from GitHub, then "npx --yes pnpm@12.21.0 bundle", and commit the changes.`,
  );
}

/**
 * Changes the repository in package.json and in all files that contain it, except bundles, which are built from these files.
 * @returns the changed files
 */
export function setRepository(root: string, to: Repository): string[] {
  const from = readRepository(root);
  const files = findFilesThatName(root, from).filter((file) => !file.includes('/dist/'));
  const changedFiles = files.filter((file) => {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    const replaced = replaceRepository(file, text, from, to);
    if (replaced !== text) writeFileSync(path, replaced);
    return replaced !== text;
  });
  return changedFiles;
}

/** Returns the repository of the remote `origin` if it is on GitHub. */
export function readOrigin(root: string): Repository | undefined {
  try {
    return parseGitHubRemote(runGit(root, 'remote', 'get-url', 'origin'));
  } catch {
    return undefined; // The git command fails if no remote has this name.
  }
}
