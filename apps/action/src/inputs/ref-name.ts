/** What no ref may contain: control characters, a space, and what means something to git in a revision or a pattern. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{/;

/** Whether git allows this as the full name of a ref. The rules are those of `git check-ref-format`. */
export function isRefName(ref: string): boolean {
  if (FORBIDDEN.test(ref) || ref.endsWith('.')) return false;
  const components = ref.split('/');
  return components.length > 1 && components.every((each) => each !== '' && !/^\.|\.lock$/.test(each));
}

/** Whether git allows this as the name of a branch. The rules are those of `git check-ref-format --branch`. */
export function isBranchName(name: string): boolean {
  return !name.startsWith('-') && name !== 'HEAD' && isRefName(`refs/heads/${name}`);
}
