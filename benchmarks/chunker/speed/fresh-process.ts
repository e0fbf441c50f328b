import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measured, Task } from './task.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
// The folder is next to the installed peers, so that the imports of peers are resolved.
const plain = fileURLToPath(new URL('../../build/chunker', import.meta.url));
const FILES = [
  'speed/program.ts speed/task.ts speed/warm.ts speed/linear.ts speed/floor.ts speed/pages-on-disk.ts',
  'chunkers/all.ts chunkers/chunker.ts chunkers/ours.ts chunkers/langchain.ts chunkers/chonkie.ts chunkers/llamaindex.ts chunkers/mastra.ts',
].flatMap((line) => line.split(' '));

/** Starts processes that run plain JavaScript, so that the time for stripping types is not measured. */
export interface FreshProcesses {
  run<T>(task: Task): Promise<Measured<T>>;
  /** Measures the CPU time and the peak memory of a process that only runs the task. */
  empty(): Promise<Measured<undefined>>;
}

/** Writes the programs as JavaScript without types. */
export function freshProcesses(): FreshProcesses {
  rmSync(plain, { recursive: true, force: true });
  for (const name of FILES) {
    const code = stripTypeScriptTypes(readFileSync(join(source, name), 'utf8'));
    const file = join(plain, name.replace(/\.ts$/, '.mjs'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code.replaceAll(/(from '\.{1,2}\/[^']+)\.ts'/g, "$1.mjs'"));
  }
  const nothing = join(plain, 'nothing.mjs');
  writeFileSync(
    nothing,
    'const { user, system } = process.cpuUsage();\nprocess.stdout.write(JSON.stringify({ cpu: user + system, rss: process.resourceUsage().maxRSS * 1024 }));\n',
  );
  return {
    run: async (task) =>
      JSON.parse(
        await output(['--expose-gc', join(plain, 'speed/program.mjs'), JSON.stringify(task)]),
      ) as Measured<never>,
    empty: async () => JSON.parse(await output([nothing])) as Measured<undefined>,
  };
}

async function output(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let errors = '';
  child.stdout.on('data', (data) => (text += data));
  child.stderr.on('data', (data) => (errors += data));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`A measuring process ended with ${code}:\n${errors}`);
  return text;
}
