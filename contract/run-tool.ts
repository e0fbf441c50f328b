import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Returns the path of a file in this package's dependencies. */
export function resolveDependency(path: string): string {
  return fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
}

export interface ProgramResult {
  /** The exit code; null if the program exceeded its time limit and was killed. */
  readonly code: number | null;
  readonly output: string;
}

/**
 * Runs a program until it exits or reaches its time limit.
 * @param within time limit in milliseconds
 */
export function runTool(
  command: string,
  args: readonly string[],
  { cwd, within, env = {} }: { readonly cwd: string; readonly within: number; readonly env?: Record<string, string> },
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: within,
      env: { ...process.env, ...env, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
