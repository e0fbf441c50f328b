import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

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

/** An error for an invalid command line. Its message contains the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Parses the command line. */
export function readOptions(args: readonly string[]): Options {
  const { positionals, values } = parseCliArguments(args);
  const module = resolve(values.module ?? resolveHere('../../packages/chunker/build/index.js'));
  if (!existsSync(module)) throw new UsageError(`${module} does not exist: run "npm run build" first.`);
  return {
    command: positionals[0] ?? 'all',
    data: resolve(values.data ?? resolveHere('../../../shared/data')),
    module,
    only: values.only,
    targets: values.target?.split(',').map(getSize),
    show: Number(values.show),
    json: values.json,
  };
}

function parseCliArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { data: text, json: text, module: text, only: text, show: { ...text, default: '0' }, target: text };
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`, { cause: error });
  }
}

function getSize(text: string): number {
  const size = Number(text);
  if (Number.isInteger(size) && size > 0) return size;
  throw new UsageError(`"${text}" is not a size: give whole numbers, with commas between them.`);
}
