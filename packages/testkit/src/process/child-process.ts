import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

export interface ProcessResult {
  /** Exit code; null if a signal ended the process. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ChildOptions {
  readonly cwd?: string;
  /** The complete environment. No variable is inherited from this process. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Returns the variables that every program needs: the search path and the home folder. If this process has a cache folder for compiled modules, it is
 * included as well, because compilation takes most of the start time of the bundle and the service.
 */
export function createBareEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}

export function startProcess(
  command: string,
  args: readonly string[],
  { cwd, env }: ChildOptions,
): ChildProcessWithoutNullStreams {
  return spawn(command, args, { cwd, env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** Resolves when the process has ended and its output has been read. */
export async function waitForExit(child: ChildProcessWithoutNullStreams): Promise<ProcessResult> {
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

/** Runs a program until it ends. @throws Error if it fails */
export async function runProcess(command: string, args: readonly string[], options: ChildOptions): Promise<string> {
  const result = await waitForExit(startProcess(command, args, options));
  if (result.exitCode !== 0) {
    throw new Error(`${command} ${args.join(' ')} exited with ${result.exitCode}: ${result.stderr || result.stdout}`);
  }
  return result.stdout;
}
