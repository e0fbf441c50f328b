/** Maximum nesting depth of captured JSON. */
export const MAX_JSON_DEPTH = 64;

/** Checks the nesting depth. Iterative, because a deeply nested value would overflow the stack. */
export function isWithinDepth(value: unknown, maxDepth = MAX_JSON_DEPTH): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return false;
    level = level.flatMap((nest) => Object.values(nest).filter(isContainer));
  }
  return true;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
