/**
 * Returns the reason why a program does not support a version of Node.js; undefined if it supports the version.
 * @param version version such as `v24.1.0`
 * @param minimum the oldest version that the program supports, such as `24` or `22.13`
 */
export function findNodeVersionProblem(version: string, minimum: string): string | undefined {
  const [major = 0, minor = 0] = (/^v(\d+)\.(\d+)/.exec(version)?.slice(1) ?? []).map(Number);
  const [minMajor = 0, minMinor = 0] = minimum.split('.').map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return undefined;
  return `Context Sync needs Node.js ${minimum} or newer (this is ${version}). Fix: put a newer Node.js first in PATH, or use an image such as node:24.`;
}
