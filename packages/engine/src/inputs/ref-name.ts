/** Matches text that git forbids in refs: control characters, spaces, and characters with a meaning in revisions or patterns. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match them
const FORBIDDEN_PATTERN = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{/;

/** Returns whether git accepts the full ref name, according to the rules of `git check-ref-format`. */
export function isRefName(ref: string): boolean {
  if (FORBIDDEN_PATTERN.test(ref) || ref.endsWith('.')) return false;
  const components = ref.split('/');
  return components.length > 1 && components.every((each) => each !== '' && !/^\.|\.lock$/.test(each));
}

/** Returns whether git accepts the branch name, according to the rules of `git check-ref-format --branch`. */
export function isBranchName(name: string): boolean {
  return !name.startsWith('-') && name !== 'HEAD' && isRefName(`refs/heads/${name}`);
}
