import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

export interface Finished {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ChildOptions {
  readonly cwd?: string;
  /** The whole environment: nothing of this process's is passed on. */
  readonly env: Readonly<Record<string, string>>;
}

/** The variables without which no program runs: where programs are, and where a home is. */
export function bareEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
}

export function start(
  command: string,
  args: readonly string[],
  { cwd, env }: ChildOptions,
): ChildProcessWithoutNullStreams {
  return spawn(command, args, { cwd, env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** Resolves when the process has ended and all it printed was read. */
export async function finished(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.end();
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { exitCode, stdout, stderr };
}

/** Runs a program to its end. @throws Error when it fails */
export async function runToEnd(command: string, args: readonly string[], options: ChildOptions): Promise<string> {
  const result = await finished(start(command, args, options));
  if (result.exitCode !== 0) {
    throw new Error(`${command} ${args.join(' ')} ended with ${result.exitCode}: ${result.stderr || result.stdout}`);
  }
  return result.stdout;
}
