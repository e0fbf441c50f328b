import { LineCounter, parseDocument } from 'yaml';
import type { Git } from '../git/git.ts';
import type { Problem } from '../problem/problem.ts';
import { createConfigProblems } from './config-problems.ts';
import { type ConfigFile, configFile } from './config-schema.ts';
import { DEFAULT_CONFIG_PATH } from './workflow-inputs.ts';

/** The maximum size of the configuration file in bytes. A file with 50 sources is much smaller. */
const MAX_CONFIG_BYTES = 100_000;

/**
 * Reads the configuration file of the checked-out commit.
 * @param path path of the file; empty for the default file, which may be missing
 * @returns an empty configuration if there is no file
 */
export async function readConfig(git: Git, path: string): Promise<{ config: ConfigFile; problems: Problem[] }> {
  const name = path === '' ? DEFAULT_CONFIG_PATH : path;
  const blob = await git.resolve(`${git.head}:${name}`);
  if (blob === undefined) {
    const problem: Problem = {
      subject: 'config',
      problem: `the file "${name}" does not exist in the checked-out commit`,
      fix: `use a path from the root of the repository, or leave the input empty to use ${DEFAULT_CONFIG_PATH}`,
    };
    return { config: {}, problems: path === '' ? [] : [problem] };
  }
  if ((await git.readSize(blob)) > MAX_CONFIG_BYTES) {
    const fix = 'use a file that contains only settings';
    return { config: {}, problems: [{ subject: name, problem: `must have at most ${MAX_CONFIG_BYTES} bytes`, fix }] };
  }
  for await (const bytes of git.read([blob])) return parseConfig(name, bytes.toString('utf8'));
  return { config: {}, problems: [] };
}

/**
 * Parses a configuration file.
 * @param name name of the file in problems
 */
export function parseConfig(name: string, text: string): { config: ConfigFile; problems: Problem[] } {
  const createProblem = (problem: string, fix: string, line?: number) => ({
    config: {},
    problems: [{ subject: line === undefined ? name : `${name}:${line}`, problem, fix }],
  });
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { schema: 'core', logLevel: 'silent', lineCounter, prettyErrors: false });
  const [error] = document.errors;
  const getLine = (offset: number) => lineCounter.linePos(offset).line;
  if (error)
    return createProblem(`is not YAML: ${error.message}`, 'correct the syntax in this line', getLine(error.pos[0]));
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (cause) {
    return createProblem(`cannot be read: ${cause instanceof Error ? cause.message : cause}`, 'remove the aliases');
  }
  const configResult = configFile.safeParse(data);
  if (configResult.success) return { config: configResult.data, problems: [] };
  return {
    config: {},
    problems: createConfigProblems(configResult.error.issues, { name, document, lines: lineCounter }),
  };
}
