/** Deepest nesting of captured JSON that is taken. */
export const MAX_JSON_DEPTH = 64;

/** Whether no array or object stands deeper than the bound; found level by level, because what is asked may be too deep to recurse into. */
export function isWithinDepth(value: unknown): boolean {
  let level = [value].filter(isNest);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) return false;
    level = level.flatMap((nest) => Object.values(nest).filter(isNest));
  }
  return true;
}

function isNest(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
