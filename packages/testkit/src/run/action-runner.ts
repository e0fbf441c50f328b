import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { GitHub } from '../github/github.ts';
import { createBareEnvironment, type ProcessResult, startProcess, waitForExit } from '../process/child-process.ts';
import type { Cleanup } from '../process/cleanup.ts';
import { ACTION_YML, SHIPPED_BUNDLE } from '../process/project-paths.ts';
import type { SecretWatch } from '../process/secret-watch.ts';

export interface ActionRun {
  readonly workspace: string;
  readonly github: GitHub;
  /** Inputs as they are written under `with:`. Missing inputs have the defaults of action.yml. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Name of the event. Default: `push`. */
  readonly eventName?: string;
  /** Ref of the run. Default: `refs/heads/main`. */
  readonly ref?: string;
  readonly sha?: string;
  /** Content of the event file. Default: a payload with the default branch. */
  readonly event?: unknown;
  readonly token?: string;
  /** Id of the run. Default: a unique id. A re-run has the same id and the next `attempt`. */
  readonly runId?: string;
  /** Number of the attempt. Default: 1. */
  readonly attempt?: number;
  /** Additional environment variables, which take precedence over the usual ones. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Whether to simulate GitHub's runner. If false, another CI system is simulated: the event and the checkout exist, but not the variables that only
   * GitHub's runner sets. Default: true.
   */
  readonly onGitHub?: boolean;
  /** Called with the process of the run. Tests use it to kill the process. */
  readonly started?: (child: ChildProcessWithoutNullStreams) => void;
}

export interface ActionResult extends ProcessResult {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Content of the files with which a step can affect the rest of its job. The action must not write to these files. */
  readonly jobFiles: Readonly<Record<'env' | 'path' | 'state', string>>;
}

/** Id of the repository on its host, which does not change when the repository is renamed. */
const REPOSITORY_ID = '1001';

interface ActionContract {
  readonly inputs: Readonly<Record<string, { default?: string; required?: boolean }>>;
}

/**
 * Runs the shipped bundle like GitHub's runner: with inputs as `INPUT_` variables and defaults from action.yml, the event in a file, and outputs and
 * summary read from files. Nothing is inherited from the environment of this process.
 * @throws Error if the run has revealed the key or the token in any form, except in the commands that mask them: in its output, summary, outputs or
 * plan file, or in requests to GitHub, which include the state and all comments
 */
export async function runAction(cleanup: Cleanup, run: ActionRun): Promise<ActionResult> {
  const temp = await cleanup.folder('runner');
  const createFile = async (name: string, content = ''): Promise<string> => {
    const path = join(temp, name);
    await writeFile(path, content);
    return path;
  };
  const { github, eventName = 'push', ref = 'refs/heads/main', onGitHub = true } = run;
  const event = run.event ?? { repository: { default_branch: 'main', full_name: `${github.owner}/${github.repo}` } };
  const [output, summaryFile] = [await createFile('output'), await createFile('summary')];
  const jobFiles = { env: await createFile('env'), path: await createFile('path'), state: await createFile('state') };
  const inputs = await createInputVariables(run);
  const { 'INPUT_API-KEY': key = '', 'INPUT_GITHUB-TOKEN': token = '' } = inputs;
  github.watch.add({ 'the key': key.trim(), 'the token': token.trim() });
  const env = {
    ...createBareEnvironment(),
    ...inputs,
    CI: 'true',
    GITHUB_API_URL: github.apiUrl,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: `${github.owner}/${github.repo}`,
    GITHUB_REPOSITORY_ID: REPOSITORY_ID,
    GITHUB_EVENT_NAME: eventName,
    GITHUB_EVENT_PATH: await createFile('event.json', JSON.stringify(event)),
    GITHUB_REF: ref,
    GITHUB_SHA: run.sha ?? '',
    GITHUB_WORKSPACE: run.workspace,
    GITHUB_RUN_ID: run.runId ?? String(randomInt(1, 2 ** 47)),
    GITHUB_RUN_ATTEMPT: String(run.attempt ?? 1),
    RUNNER_TEMP: temp,
    ...(onGitHub
      ? {
          GITHUB_ACTIONS: 'true',
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: summaryFile,
          GITHUB_STATE: jobFiles.state,
          GITHUB_ENV: jobFiles.env,
          GITHUB_PATH: jobFiles.path,
          RUNNER_OS: 'Linux',
        }
      : {}),
    ...run.env,
  };
  const child = startProcess(process.execPath, [SHIPPED_BUNDLE], { cwd: run.workspace, env });
  run.started?.(child);
  const finish = await waitForExit(child);
  const result: ActionResult = {
    ...finish,
    outputs: parseOutputs(await readFile(output, 'utf8')),
    summary: await readFile(summaryFile, 'utf8'),
    jobFiles: {
      env: await readFile(jobFiles.env, 'utf8'),
      path: await readFile(jobFiles.path, 'utf8'),
      state: await readFile(jobFiles.state, 'utf8'),
    },
  };
  await assertNoLeak(github.watch, onGitHub, result, [temp, /folder:(.*)/.exec(inputs.INPUT_STATE ?? '')?.[1] ?? '']);
  return result;
}

/**
 * Checks that the run has revealed no secret.
 * @param onGitHub whether the runner processes mask commands; other systems print them in the log
 * @param folders folders to which the run may have written
 */
async function assertNoLeak(
  watch: SecretWatch,
  onGitHub: boolean,
  { stdout, stderr, summary, outputs }: ActionResult,
  folders: readonly string[],
) {
  const visibleLines = stdout.split('\n').filter((line) => !onGitHub || !line.startsWith('::add-mask::'));
  watch.look('standard output', visibleLines.join('\n'));
  watch.look('standard error output', stderr);
  watch.look('the summary', summary);
  for (const [name, value] of Object.entries(outputs)) watch.look(`the output ${name}`, value);
  for (const folder of folders.filter((name) => existsSync(name))) {
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
      const { name, parentPath } = entry;
      if (entry.isFile() && name !== 'event.json')
        watch.look(`the file ${name}`, `${name}\n${await readFile(join(parentPath, name), 'utf8')}`);
    }
  }
  const foundLeaks = watch.takeLeaks();
  if (foundLeaks.length > 0) throw new Error(`the run leaked:\n${foundLeaks.join('\n')}`);
}

async function createInputVariables({ inputs, github, token }: ActionRun): Promise<Record<string, string>> {
  const contract = parse(await readFile(ACTION_YML, 'utf8')) as ActionContract;
  const unknownInputs = Object.keys(inputs).filter((name) => !(name in contract.inputs));
  if (unknownInputs.length > 0) throw new Error(`action.yml has no input ${unknownInputs.join(', ')}`);
  const variables = Object.entries(contract.inputs).map(([name, { default: fallback = '' }]) => {
    const value = inputs[name] ?? fallback.replace('${{ github.token }}', token ?? github.token);
    return [`INPUT_${name.toUpperCase().replaceAll(' ', '_')}`, value];
  });
  return Object.fromEntries(variables);
}

/** Parses `name<<DELIMITER` blocks in the same way as the runner. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const [, name, delimiter] = /^([^<]+)<<(.+)$/.exec(lines[index] ?? '') ?? [];
    if (name === undefined || delimiter === undefined) continue;
    const end = lines.indexOf(delimiter, index + 1);
    outputs[name] = lines.slice(index + 1, end).join('\n');
    index = end;
  }
  return outputs;
}
