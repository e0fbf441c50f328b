/** What would lead git to another repository than the one in its folder, as it does in hooks. */
const REPOSITORY_VARIABLES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_CONFIG_PARAMETERS',
];

/** The environment that git gets, with all that it says in English. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  // Inputs hold secrets, and what git starts, such as the hooks of a repository on this machine, has no use for them.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('INPUT_') && !REPOSITORY_VARIABLES.includes(name),
  );
  // Replacements are local to a clone: what is read must be what the object's id stands for.
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', GIT_NO_REPLACE_OBJECTS: '1' };
}
