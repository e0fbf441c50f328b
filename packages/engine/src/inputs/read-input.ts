/** Returns the trimmed text of an input of the workflow, which the runner passes as an environment variable; empty if it is not set. */
export function readInput(name: string): string {
  return (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
}
