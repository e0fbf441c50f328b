import { isPartPath } from '@context-sync/reading';
import type { Rules } from './generator-rules.ts';
import { getFolder, resolvePath } from './repository-paths.ts';

/** Returns the lookup names of the documents that include a file: the path of the file, and its file name for includes whose folder depends on an attribute. */
export function includeNames(path: string): readonly string[] {
  return [`include:${path}`, `include:*${path.slice(path.lastIndexOf('/'))}`];
}

/** Returns the names of the partials that a document includes. */
export function listIncludeNames(
  from: string,
  includes: readonly string[],
  includePath: (target: string) => ReturnType<NonNullable<Rules['includePath']>>,
): readonly string[] {
  return includes.flatMap((target) => {
    if (!isPartPath(target)) return [];
    const path = includePath(target) ?? resolvePath(getFolder(from), target);
    if (target.includes('{')) return [`include:*/${target.slice(target.lastIndexOf('/') + 1)}`];
    return path === undefined ? [] : [`include:${path}`];
  });
}
