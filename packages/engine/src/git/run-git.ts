import { type ChildProcess, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { createGitEnvironment } from './git-environment.ts';

/** Name and value of a git setting. Settings are passed in the environment, so that they do not appear in process lists or files. */
export type GitSetting = readonly [name: string, value: string];

export interface GitRun {
  /** The exit code; null if the process was killed by a signal. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface GitRunOptions {
  readonly folder: string;
  readonly settings?: readonly GitSetting[];
  /** Environment variables for git. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Standard input. Default: empty. */
  readonly input?: string;
}

/** The time limit of a command in milliseconds, so that an unresponsive server cannot block the run. */
const COMMAND_TIMEOUT_MS = 60_000;

/** Settings that override the git configuration of the user, which could affect the state. */
const FIXED_SETTINGS: readonly GitSetting[] = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['push.gpgSign', 'false'],
  ['push.followTags', 'false'],
  ['submodule.recurse', 'false'],
  ['protocol.version', '2'],
];

/** Runs git without prompts and waits until git exits. @throws Error if git cannot be started */
export async function runGit(
  args: readonly string[],
  { folder, settings = [], environment = {}, input }: GitRunOptions,
): Promise<GitRun> {
  const hasOwnGroup = process.platform !== 'win32';
  // Git runs in a separate process group, so that a signal to this process does not interrupt a push.
  const options = {
    cwd: folder,
    env: { ...createEnvironment([...FIXED_SETTINGS, ...settings]), ...environment },
    detached: hasOwnGroup,
    windowsHide: true,
  };
  const child = spawn('git', args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  const timer = setTimeout(() => killProcessGroup(child, hasOwnGroup), COMMAND_TIMEOUT_MS);
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return {
      code,
      output,
      errors: code === null ? `${errors}\nfatal: timed out after ${COMMAND_TIMEOUT_MS / 1_000} s` : errors,
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Kills a command with its child processes, because a remaining child process would keep the output open. */
function killProcessGroup(child: ChildProcess, hasOwnGroup: boolean): void {
  try {
    if (hasOwnGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // The process has already exited, so there is nothing to kill.
  }
}

function createEnvironment(settings: readonly GitSetting[]): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...createGitEnvironment(),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:file',
  };
  let index = Number(process.env.GIT_CONFIG_COUNT ?? 0) || 0;
  for (const [name, value] of settings) {
    env[`GIT_CONFIG_KEY_${index}`] = name;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
    index += 1;
  }
  env.GIT_CONFIG_COUNT = String(index);
  return env;
}
