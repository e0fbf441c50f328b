import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitWithUsageError, readProgramOptions, requireInteger } from '../../scripts/program-options.ts';

/** The parsed command line. */
export interface Options {
  /** The measurement to run: `all` or the name of a measurement. */
  readonly command: string;
  /** The folder with real documentation. */
  readonly data: string;
  /** The build of Context Sync to measure. */
  readonly module: string;
  /** Prefix of the names of the chunkers to measure; undefined to measure all chunkers. */
  readonly only: string | undefined;
  /** The target sizes to measure; undefined for the defaults. */
  readonly targets: readonly number[] | undefined;
  /** The number of examples per problem that the audit prints. */
  readonly show: number;
  /** A file to which the section is written as JSON in addition to the output. */
  readonly json: string | undefined;
}

export const USAGE = `node benchmarks/chunker/main.ts [all | speed | memory | audit | retrieval | prose | replay] [options]
  --only <chunker>    only chunkers whose name begins with this, such as ours or "mastra markdown"
  --target <n[,n]>    only these sizes
  --data <folder>     real documentation, by default ../shared/data next to the project
  --module <file>     another build of our chunker, by default packages/chunker/build/index.js
  --show <n>          audit: examples of each problem
  --json <file>       also writes the result as JSON`;

const resolveHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Reads the command line of the chunker's benchmark. */
export function readOptions(commands: Iterable<string>): Options {
  const text = { type: 'string' } as const;
  const { values, command = 'all' } = readProgramOptions(
    { data: text, json: text, module: text, only: text, show: { ...text, default: '0' }, target: text },
    { commands: ['all', ...commands], usage: USAGE },
  );
  return {
    command,
    data: getDataFolder(values.data),
    module: getChunkerModule(values.module),
    only: values.only,
    targets: values.target?.split(',').map((size) => requireInteger('--target', size)),
    show: requireInteger('--show', values.show, 0),
    json: values.json,
  };
}

/** Returns the folder with real documentation. @param given value of `--data` */
export const getDataFolder = (given: string | undefined) => resolve(given ?? resolveHere('../../../shared/data'));

/** Returns the path of the build to measure. @param given value of `--module` */
export function getChunkerModule(given: string | undefined): string {
  const module = resolve(given ?? resolveHere('../../packages/chunker/build/index.js'));
  if (!existsSync(module)) exitWithUsageError(`--module: ${module} does not exist: run "npm run build" first.`);
  return module;
}
