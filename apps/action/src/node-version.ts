/** The oldest major version of Node.js that the action supports, as in `using` in action.yml. */
const MIN_NODE_MAJOR = 24;

/**
 * Returns the reason why the action does not support a version of Node.js; undefined if it supports the version.
 * @param version version such as `v24.1.0`
 */
export function findNodeVersionProblem(version: string): string | undefined {
  const major = Number(/^v(\d+)\./.exec(version)?.[1]);
  if (major >= MIN_NODE_MAJOR) return undefined;
  return `Context Sync needs Node.js ${MIN_NODE_MAJOR} or newer (this is ${version}). Fix: put a newer Node.js first in PATH, or use an image such as node:${MIN_NODE_MAJOR}.`;
}
