// `repository` in package.json defines the account and name under which this project is published. All other files
// repeat them.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The placeholder for the account until the project is published. */
export const PLACEHOLDER = 'OWNER';
const NAME = 'context-sync';
/** Matches the placeholder with the name of the repository, also in the source of a regular expression. */
const REPOSITORY_PATTERN = new RegExp(String.raw`\b${PLACEHOLDER}(\\?/)${NAME}\b`, 'g');
const ACCOUNT_PATTERN = new RegExp(`(^|\\s)@${PLACEHOLDER}\\b(?!/)`, 'gm');

export interface Repository {
  readonly owner: string;
  readonly name: string;
}

/** Returns the repository of a remote on GitHub, or undefined if the remote is on another host. */
export function parseGitHubRemote(url: string): Repository | undefined {
  const [, owner, name] =
    /^(?:https:\/\/(?:[^@/]+@)?github\.com\/|(?:ssh:\/\/)?git@github\.com[:/])([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(
      url.trim(),
    ) ?? [];
  return owner === undefined || name === undefined ? undefined : { owner, name };
}

/** Returns the text with the placeholder replaced by the account. */
export function fillPlaceholder(text: string, { owner, name }: Repository): string {
  return text
    .replaceAll(REPOSITORY_PATTERN, (_, slash: string) => `${owner}${slash}${name}`)
    .replaceAll(ACCOUNT_PATTERN, (_, before: string) => `${before}@${owner}`);
}

/** Returns whether the text contains the placeholder instead of the account. */
export function hasPlaceholder(text: string): boolean {
  return text.search(REPOSITORY_PATTERN) >= 0 || text.search(ACCOUNT_PATTERN) >= 0;
}

const runGit = (root: string, ...args: readonly string[]) =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** Returns the tracked text files that still contain the placeholder. They include the bundle until it is rebuilt. */
export function findPlaceholders(root: string): string[] {
  const files = runGit(root, 'ls-files', '-z')
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
  return files.filter((file) => hasPlaceholder(readFileSync(join(root, file), 'utf8')));
}

/**
 * Checks before a release that no file contains the placeholder, so that no user copies a workflow without an account.
 * @throws Error if a file contains the placeholder
 */
export function assertNoPlaceholders(root: string): void {
  const files = findPlaceholders(root);
  if (files.length === 0) return;
  throw new Error(
    `Cannot release: the account is still a placeholder in ${files.join(', ')}. Run "npm run readme" in a clone from GitHub, then "npx --yes pnpm@12.21.0 bundle", and commit the changes.`,
  );
}

/**
 * Replaces the placeholder with the account and name of the `origin` remote if it is on GitHub.
 * @returns the changed files; empty if there is no placeholder or `origin` is not on GitHub
 */
export function fillFromOrigin(root: string): string[] {
  const repository = readOrigin(root);
  if (!repository || repository.owner === PLACEHOLDER) return [];
  const files = findPlaceholders(root).filter((file) => !file.includes('/dist/'));
  for (const file of files) {
    const path = join(root, file);
    writeFileSync(path, fillPlaceholder(readFileSync(path, 'utf8'), repository));
  }
  return files;
}

function readOrigin(root: string): Repository | undefined {
  try {
    return parseGitHubRemote(runGit(root, 'remote', 'get-url', 'origin'));
  } catch {
    return undefined; // The git command fails if no remote has this name.
  }
}
