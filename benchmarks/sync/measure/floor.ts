import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cleanup, createBareEnvironment, runProcess } from '../../../packages/testkit/build/index.js';
import { measureWork, type WorkMeasurement } from '../timing/measure-work.ts';

/** Measurements of lower bounds: the time of an empty program, and of a program that only sends requests. */
export interface Floors {
  /** Measures a process that runs `node` with an empty file. */
  node(): Promise<WorkMeasurement>;
  /** Measures a process that sends `count` requests to `url` with node:http and keep-alive, `concurrency` at a time. */
  requests(url: string, count: number, concurrency: number): Promise<WorkMeasurement>;
}

const PROGRAM = fileURLToPath(new URL('floor-program.ts', import.meta.url));

export async function startFloors(cleanup: Cleanup): Promise<Floors> {
  const folder = await cleanup.folder('floor');
  // The program is written as plain JavaScript, so that the time to strip types is not measured.
  const [nothing, program] = [join(folder, 'nothing.mjs'), join(folder, 'program.mjs')];
  writeFileSync(nothing, '');
  writeFileSync(program, stripTypeScriptTypes(readFileSync(PROGRAM, 'utf8')));
  const run = (...args: string[]) =>
    measureWork(() => runProcess(process.execPath, args, { cwd: folder, env: createBareEnvironment() }));
  return {
    node: () => run(nothing),
    requests: (url, count, concurrency) => run(program, `${url}/floor`, String(count), String(concurrency)),
  };
}
