/** Maximum nesting depth of captured JSON. */
export const MAX_JSON_DEPTH = 64;

/**
 * Returns whether the nesting depth of a value is at most `maxDepth`. Does not recurse deeper, because a deeply nested value would overflow the
 * stack.
 */
export function isWithinDepth(value: unknown, maxDepth = MAX_JSON_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (maxDepth === 0) return false;
  if (Array.isArray(value)) {
    for (let offset = 0; offset < value.length; offset += 1)
      if (!isWithinDepth(value[offset], maxDepth - 1)) return false;
    return true;
  }
  for (const member of Object.values(value)) if (!isWithinDepth(member, maxDepth - 1)) return false;
  return true;
}
