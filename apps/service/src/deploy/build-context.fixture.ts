import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './containerfile.fixture.ts';

/** A pattern of .dockerignore. */
export interface IgnorePattern {
  readonly text: string;
  /** Whether the pattern starts with `!`, so that it includes files again. */
  readonly includes: boolean;
  readonly expression: RegExp;
}

/** Returns the patterns of .dockerignore in their order. */
export function readIgnorePatterns(): readonly IgnorePattern[] {
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(parsePattern);
}

/** Parses a pattern: `*` matches within one path segment, `**` matches any number of segments, and a match of a folder applies to all files in the folder. */
function parsePattern(text: string): IgnorePattern {
  const includes = text.startsWith('!');
  const names = text.slice(includes ? 1 : 0).split('/');
  const parts = names.map((name, index) => {
    if (name === '**') return index === names.length - 1 ? '.*' : '(?:[^/]+/)*';
    const escapedText = name
      .replaceAll(/[.+^$(){}|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]');
    return index === names.length - 1 ? escapedText : `${escapedText}/`;
  });
  return { text, includes, expression: new RegExp(`^${parts.join('')}(?:/.*)?$`) };
}

/** Returns whether a file is part of the build context. As in Docker and Podman, the last pattern that matches decides. */
export function isInContext(path: string, patterns: readonly IgnorePattern[] = readIgnorePatterns()): boolean {
  return patterns.findLast(({ expression }) => expression.test(path))?.includes ?? true;
}

/** Returns the files of the checkout that a build copies, relative to the root. */
export function listContextFiles(): string[] {
  const patterns = readIgnorePatterns();
  const args = ['-C', ROOT, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout, status, stderr } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`git ls-files failed: ${stderr}`);
  return stdout.split('\0').filter((path) => path !== '' && isInContext(path, patterns));
}
