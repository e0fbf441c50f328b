import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Task, TaskMeasurement } from './speed-task.ts';
import { writeModules } from './write-modules.ts';

// The folder is below the folder of the installed peers, so that imports of the peers are resolved.
const buildFolder = fileURLToPath(new URL('../../build/chunker', import.meta.url));
const PROGRAM = fileURLToPath(new URL('program.ts', import.meta.url));

/** Starts processes that run plain JavaScript, so that the time for stripping types is not measured. */
export interface FreshProcesses {
  run<T>(task: Task): Promise<TaskMeasurement<T>>;
  /** Measures the CPU time and the peak memory of a process that only runs the task. */
  empty(): Promise<TaskMeasurement<undefined>>;
}

/**
 * Writes the programs as JavaScript without types, and our chunker with the site index as one file, because users run it as a bundle. Peers run as
 * their users install them.
 * @param module build of our chunker
 */
export async function createFreshProcesses(module: string): Promise<FreshProcesses & { readonly module: string }> {
  rmSync(buildFolder, { recursive: true, force: true });
  const program = writeModules(PROGRAM, buildFolder);
  const ownModule = await bundleOwnChunker(module);
  const emptyModule = join(buildFolder, 'nothing.mjs');
  writeFileSync(
    emptyModule,
    'const { user, system } = process.cpuUsage();\nprocess.stdout.write(JSON.stringify({ cpu: user + system, rss: process.resourceUsage().maxRSS * 1024 }));\n',
  );
  return {
    module: ownModule,
    run: async (task) =>
      JSON.parse(await runForOutput(['--expose-gc', program, JSON.stringify(task)])) as TaskMeasurement<never>,
    empty: async () => JSON.parse(await runForOutput([emptyModule])) as TaskMeasurement<undefined>,
  };
}

/** Bundles a build of our chunker and of the site index next to it, in the same way as the bundle of the action. Returns the path of the file. */
async function bundleOwnChunker(module: string): Promise<string> {
  const entry = join(buildFolder, 'own-entry.mjs');
  const modules = [module, join(dirname(module), '../../site/build/index.js')];
  writeFileSync(entry, modules.map((path) => `export * from ${JSON.stringify(path)};\n`).join(''));
  await build({
    configFile: false,
    root: buildFolder,
    logLevel: 'error',
    ssr: { noExternal: true, resolve: { conditions: ['production', 'import', 'node'] } },
    build: {
      ssr: entry,
      outDir: join(buildFolder, 'own'),
      minify: true,
      rolldownOptions: { output: { entryFileNames: 'own.mjs' } },
    },
  });
  return join(buildFolder, 'own/own.mjs');
}

async function runForOutput(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let errors = '';
  child.stdout.on('data', (data) => (text += data));
  child.stderr.on('data', (data) => (errors += data));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`A measuring process exited with code ${code}:\n${errors}`);
  return text;
}
