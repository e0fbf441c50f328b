import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { onTestFinished } from 'vitest';
import { findRuntimeFile, SDK_FOLDER } from '../packed-sdk.fixture.ts';

/** How the process of an application ends: after `close()`, or by itself when its server has stopped. */
export type ProcessEnd = 'close' | 'stop';

/** A running API whose traffic is captured. */
export interface RuntimeApplication {
  readonly url: string;
  /** Ends the application. Resolves with what it has written to stderr when the process has ended. */
  readonly end: (way: ProcessEnd) => Promise<string>;
}

/** Starts the application with one entry point of the SDK, which sends logs to a receiver. */
export type StartApplication = (entry: string, receiverUrl: string) => Promise<RuntimeApplication>;

/** Copies the application into a folder that contains only the packages that a user installs. */
function installApplication(): string {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-runtime-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['application.mjs', 'serve.mjs', 'worker.mjs']) {
    cpSync(join(import.meta.dirname, name), join(folder, name));
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const modules = ['hono', '@hono/node-server'].map((name) => [name, join(SDK_FOLDER, 'node_modules', name)] as const);
  for (const [name, target] of [['@context-sync/sdk', SDK_FOLDER] as const, ...modules]) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(target), link);
  }
  return folder;
}

/** Returns a function that starts the application as a process of Node, Deno or Bun. */
export function inProcess(findBinary: () => string, ...args: readonly string[]): StartApplication {
  return async (entry, receiverUrl) => {
    const child = spawn(findBinary(), [...args, 'serve.mjs', entry, receiverUrl], {
      cwd: installApplication(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let problems = '';
    child.stderr.on('data', (text) => (problems += String(text)));
    const processEnd = once(child, 'close');
    const startedNames = await Promise.race([once(child.stdout, 'data'), processEnd]);
    const url = `http://127.0.0.1:${Number(String(startedNames[0]))}`;
    if (child.exitCode !== null) throw new Error(`The application did not start: ${problems}`);
    return {
      url,
      end: async (way) => {
        await fetch(`${url}/${way}`, { method: 'POST', headers: { connection: 'close' } });
        await processEnd;
        return problems;
      },
    };
  };
}

/** The part of Miniflare that the tests use. */
interface WorkerServer {
  readonly ready: Promise<URL>;
  dispose(): Promise<void>;
}

/** Starts the application in workerd. It ends when the server is disposed, which does not wait for requests. */
export const inWorkerd =
  (...compatibilityFlags: readonly string[]): StartApplication =>
  async (entry, receiverUrl) => {
    const bundle = await rolldown({
      input: join(installApplication(), 'worker.mjs'),
      external: /^(cloudflare|node):/,
      platform: 'neutral',
      resolve: { conditionNames: ['workerd', 'worker', 'import', 'default'] },
    });
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
    const { Miniflare } = (await import(pathToFileURL(findRuntimeFile('miniflare/dist/src/index.js')).href)) as {
      Miniflare: new (options: object) => WorkerServer;
    };
    const server = new Miniflare({
      modules: true,
      script: output[0].code,
      compatibilityDate: '2026-07-01',
      compatibilityFlags,
      bindings: { RECEIVER_URL: receiverUrl, ENTRY: entry },
    });
    onTestFinished(() => server.dispose());
    const url = (await server.ready).href.replace(/\/$/, '');
    return { url, end: async () => '' };
  };
