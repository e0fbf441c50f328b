/** The parameter of a group in the regular expression of a path. Groups without a name are numbered. */
export interface PathKey {
  readonly name: string | number;
}

/** One path of a layer of Express 4, with the parameters of its groups. */
export interface PathPattern {
  readonly regexp: RegExp;
  readonly keys: readonly PathKey[];
  readonly template: string;
}

/** The end of the regular expression that Express 4 creates from a path at which a router is mounted. */
const MOUNT_END = '\\/?(?=\\/|$)';
/** The regular expression that Express 4 uses for a parameter for which the application specifies none. */
const DEFAULT_EXPRESSION = /^(\[\^\/(\\\.)?\]\+\?|\(\?:\(\?!.*\)\.\)\+\?)$/;

/**
 * Restores the paths at which a router is mounted in Express 4, which keeps only the regular expression that it creates from these paths.
 * @returns undefined if the application mounted the router at a regular expression of its own
 */
export function restorePatterns({ source, flags }: RegExp, allKeys: readonly PathKey[]): PathPattern[] | undefined {
  if (!source.startsWith('^') || !source.endsWith(MOUNT_END)) return undefined;
  let usedKeys = 0;
  return source
    .slice(1, -MOUNT_END.length)
    .split(`${MOUNT_END}|^`)
    .map((path) => {
      const { template, keyCount } = restoreTemplate(path, allKeys.slice(usedKeys));
      const keys = allKeys.slice(usedKeys, usedKeys + keyCount);
      usedKeys += keyCount;
      return { regexp: new RegExp(`^${path}${MOUNT_END}`, flags), keys, template };
    });
}

function restoreTemplate(path: string, keys: readonly PathKey[]): { template: string; keyCount: number } {
  let template = '';
  let keyCount = 0;
  for (let index = 0; index < path.length; ) {
    if (path[index] !== '(') {
      const isEscaped = path[index] === '\\';
      template += path[isEscaped ? index + 1 : index] ?? '';
      index += isEscaped ? 2 : 1;
      continue;
    }
    const end = findGroupEnd(path, index);
    const group = path.slice(index, end + 1);
    const parameter = /^\(\?:(?<dot>\\\.)?(?<slash>\\\/)?(?=\((?!\?))/.exec(group);
    if (parameter === null) {
      // The group is written in the path, or is a wildcard.
      template += group === '(.*)' ? '*' : group;
      keyCount += 1;
      index = end + 1;
      continue;
    }
    const start = parameter[0].length;
    const expression = group.slice(start + 1, findGroupEnd(group, start));
    const isRepeated = start + expression.length + 3 < group.length;
    const { dot = '', slash = '' } = parameter.groups ?? {};
    const ownExpression = DEFAULT_EXPRESSION.test(expression) ? '' : `(${expression})`;
    template += `${slash && '/'}${dot && '.'}:${keys[keyCount]?.name}${ownExpression}${isRepeated ? '*' : ''}`;
    keyCount += isRepeated ? 2 : 1;
    index = end + 1;
  }
  return { template, keyCount };
}

/** Returns the index of the parenthesis that closes the group at an index. */
function findGroupEnd(source: string, start: number): number {
  let depth = 0;
  let isInClass = false;
  for (let index = start; index < source.length; index += 1) {
    const character = source[index];
    if (character === '\\') index += 1;
    else if (isInClass) isInClass = character !== ']';
    else if (character === '[') isInClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return source.length - 1;
}
