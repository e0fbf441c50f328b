/** Fixes for names that were replaced, by the former name. */
export const FORMER_INPUTS: Readonly<Partial<Record<string, string>>> = {
  'state-ref': 'use state, with a line such as ref:refs/context-sync/my-project',
  'state-remote': 'use the input state, with a line such as git:origin',
  'state-folder': 'use the input state, with a line such as folder:.context-sync',
};
