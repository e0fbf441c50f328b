import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Task, TaskMeasurement } from './speed-task.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
// The folder is below the folder of the installed peers, so that imports of the peers are resolved.
const buildFolder = fileURLToPath(new URL('../../build/chunker', import.meta.url));
const FILES = [
  'speed/program.ts speed/speed-task.ts speed/measure-warm.ts speed/measure-growth.ts speed/floor-chunker.ts speed/pages-on-disk.ts',
  'chunkers/select-chunkers.ts chunkers/chunker-types.ts chunkers/own-chunker.ts chunkers/langchain.ts chunkers/chonkie.ts chunkers/llamaindex.ts chunkers/mastra.ts',
].flatMap((line) => line.split(' '));

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
  for (const name of FILES) {
    const code = stripTypeScriptTypes(readFileSync(join(source, name), 'utf8'));
    const file = join(buildFolder, name.replace(/\.ts$/, '.mjs'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code.replaceAll(/(from '\.{1,2}\/[^']+)\.ts'/g, "$1.mjs'"));
  }
  const ownModule = await bundleOwnChunker(module);
  const emptyModule = join(buildFolder, 'nothing.mjs');
  writeFileSync(
    emptyModule,
    'const { user, system } = process.cpuUsage();\nprocess.stdout.write(JSON.stringify({ cpu: user + system, rss: process.resourceUsage().maxRSS * 1024 }));\n',
  );
  return {
    module: ownModule,
    run: async (task) =>
      JSON.parse(
        await runForOutput(['--expose-gc', join(buildFolder, 'speed/program.mjs'), JSON.stringify(task)]),
      ) as TaskMeasurement<never>,
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
