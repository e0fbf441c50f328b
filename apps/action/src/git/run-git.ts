import { type ChildProcess, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { gitEnvironment } from './git-environment.ts';

/** A setting of git's: name and value. Given through the environment, so that it stands neither in a process list nor in a file. */
export type GitSetting = readonly [name: string, value: string];

export interface GitRun {
  /** null when it was ended by a signal. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface GitRunOptions {
  readonly folder: string;
  readonly settings?: readonly GitSetting[];
  /** What it reads; nothing by default. */
  readonly input?: string;
}

/** Longest time for one command, in milliseconds; a server that does not answer must not hold a run. */
const TIME_LIMIT = 60_000;

/** Nothing that a user has set for work by hand may act on the state. */
const ALWAYS: readonly GitSetting[] = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['push.gpgSign', 'false'],
  ['push.followTags', 'false'],
  ['submodule.recurse', 'false'],
  ['protocol.version', '2'],
];

/** Runs git to its end, without a way to ask anybody anything. @throws Error when git cannot be started */
export async function runGit(
  args: readonly string[],
  { folder, settings = [], input }: GitRunOptions,
): Promise<GitRun> {
  const ownGroup = process.platform !== 'win32';
  // In a group of its own, an interrupt that is meant for this process does not end the push of what it has done.
  const options = { cwd: folder, env: environment([...ALWAYS, ...settings]), detached: ownGroup, windowsHide: true };
  const child = spawn('git', args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  const timer = setTimeout(() => killProcessGroup(child, ownGroup), TIME_LIMIT);
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
    return { code, output, errors: code === null ? `${errors}\nfatal: no end after ${TIME_LIMIT / 1_000} s` : errors };
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a command with what it has started, which would hold its output open. */
function killProcessGroup(child: ChildProcess, ownGroup: boolean): void {
  try {
    if (ownGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

function environment(settings: readonly GitSetting[]): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...gitEnvironment(),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:file',
  };
  let at = Number(process.env.GIT_CONFIG_COUNT ?? 0) || 0;
  for (const [name, value] of settings) {
    env[`GIT_CONFIG_KEY_${at}`] = name;
    env[`GIT_CONFIG_VALUE_${at}`] = value;
    at += 1;
  }
  env.GIT_CONFIG_COUNT = String(at);
  return env;
}
