import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { MAIN_SOURCE } from './sources.fixture.ts';

/** Code that runs in the process before the program, and sends a signal to the process at an event. */
export const SIGNAL_AT = {
  /** @returns code that sends the signal when the process opens a file for a backup */
  openingPart: (signal: NodeJS.Signals) => `
    import promises from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    const { open } = promises;
    promises.open = async (...args) => {
      const handle = await open(...args);
      if (String(args[0]).endsWith('.part')) process.kill(process.pid, '${signal}');
      return handle;
    };
    syncBuiltinESMExports();`,
  /** @returns code that sends the signal when the process has committed this number of transactions to an SQLite file */
  commit: (count: number, signal: NodeJS.Signals) => `
    import { DatabaseSync } from 'node:sqlite';
    const { exec } = DatabaseSync.prototype;
    let count = 0;
    DatabaseSync.prototype.exec = function (sql) {
      exec.call(this, sql);
      if (sql !== 'COMMIT') return;
      count += 1;
      if (count === ${count}) process.kill(process.pid, '${signal}');
    };`,
  /** @returns code that sends the signal when the process prints an error that contains the text */
  errorLine: (text: string, signal: NodeJS.Signals) => `
    const { write } = process.stderr;
    let isSent = false;
    process.stderr.write = function (line, ...args) {
      if (!isSent && String(line).includes(${JSON.stringify(text)})) {
        isSent = true;
        process.kill(process.pid, '${signal}');
      }
      return write.call(this, line, ...args);
    };`,
};

/** Starts a command from the sources, in a separate process. @param preload code that runs before the program */
export function startCli(
  args: readonly string[],
  {
    preload,
    environment = {},
  }: { readonly preload?: string; readonly environment?: Readonly<Record<string, string>> } = {},
) {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const options = preload === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  const child = spawn(process.execPath, [...options, ...MAIN_SOURCE, ...args], {
    env: { PATH, NODE_NO_WARNINGS: '1', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { out: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.errors += text;
  });
  const end = once(child, 'close').then(([code, signal]) => ({ code: code as number | null, signal, ...output }));
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    end,
    /** Waits until stdout or stderr contains the text. @throws Error if the process ends before */
    async waitFor(stream: 'out' | 'errors', text: string): Promise<void> {
      while (!output[stream].includes(text)) {
        const source = stream === 'out' ? child.stdout : child.stderr;
        const isEnded = await Promise.race([once(source, 'data').then(() => false), end.then(() => true)]);
        if (isEnded && !output[stream].includes(text)) throw new Error(`the process ended: ${output.errors}`);
      }
    },
  };
}
