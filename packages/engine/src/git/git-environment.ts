/** Environment variables that make git use another repository. Git sets them for hooks. */
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

/** Returns the environment variables for git, with English messages. */
export function createGitEnvironment(): NodeJS.ProcessEnv {
  // Inputs contain secrets that git's child processes, such as hooks, must not see.
  const inheritedVariables = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('INPUT_') && !REPOSITORY_VARIABLES.includes(name),
  );
  // Replacement objects are disabled, because they exist only in one clone and their content does not match the ID of the replaced object.
  return { ...Object.fromEntries(inheritedVariables), LC_ALL: 'C', GIT_NO_REPLACE_OBJECTS: '1' };
}
