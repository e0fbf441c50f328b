import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A file of this package's dependencies. */
export function dependency(path: string): string {
  return fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
}

export interface Ended {
  /** Null where it took too long and was ended. */
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end, or for as long as it may take. @param within milliseconds */
export function runTool(
  command: string,
  args: readonly string[],
  { cwd, within, env = {} }: { readonly cwd: string; readonly within: number; readonly env?: Record<string, string> },
): Promise<Ended> {
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
