import type { Git } from '../git/git.ts';
import type { Problem } from '../problem/problem.ts';
import { createConfigProblems } from './config-problems.ts';
import { type ConfigFile, configFile } from './config-schema.ts';
import { DEFAULT_CONFIG_PATH } from './workflow-inputs.ts';
import { parseYaml, readSmallFile } from './yaml-file.ts';

/** The maximum size of the configuration file in bytes. A file with 50 sources is much smaller. */
const MAX_CONFIG_BYTES = 100_000;

/**
 * Reads the configuration file of the checked-out commit.
 * @param path path of the file; empty for the default file, which may be missing
 * @returns an empty configuration if there is no file
 */
export async function readConfig(git: Git, path: string): Promise<{ config: ConfigFile; problems: Problem[] }> {
  const name = path === '' ? DEFAULT_CONFIG_PATH : path;
  const text = await readSmallFile(git, name, {
    maxBytes: MAX_CONFIG_BYTES,
    fix: 'use a file that contains only settings',
  });
  if (typeof text === 'string') return parseConfig(name, text);
  if (text !== undefined) return { config: {}, problems: [text] };
  const problem: Problem = {
    subject: 'config',
    problem: `the file "${name}" does not exist in the checked-out commit`,
    fix: `use a path from the root of the repository, or leave the input empty to use ${DEFAULT_CONFIG_PATH}`,
  };
  return { config: {}, problems: path === '' ? [] : [problem] };
}

/**
 * Parses a configuration file.
 * @param name name of the file in problems
 */
export function parseConfig(name: string, text: string): { config: ConfigFile; problems: Problem[] } {
  const parsedYaml = parseYaml(name, text);
  if ('problem' in parsedYaml) return { config: {}, problems: [parsedYaml.problem] };
  const configResult = configFile.safeParse(parsedYaml.data);
  if (configResult.success) return { config: configResult.data, problems: [] };
  return { config: {}, problems: createConfigProblems(configResult.error.issues, parsedYaml.file) };
}
