/** Fixes for names that were replaced, by the former name. */
export const FORMER_INPUTS: ReadonlyMap<string, string> = new Map([
  ['state-ref', 'use state, with a line such as ref:refs/context-sync/my-project'],
  ['state-remote', 'use the input state, with a line such as git:origin'],
  ['state-folder', 'use the input state, with a line such as folder:.context-sync'],
]);
