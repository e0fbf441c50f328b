import { parseArgs } from 'node:util';
import { type DemoOptions, runDemo } from './run-demo.ts';

/** @throws Error for an option that the demo does not have, or a port that is not a number */
function readOptions(args: string[]): DemoOptions {
  const options = { keep: { type: 'boolean', default: false }, port: { type: 'string', default: '0' } } as const;
  const { keep, port } = parseArgs({ args, options }).values;
  if (!/^\d{1,5}$/.test(port)) throw new Error(`--port must be a number (got "${port}")`);
  return { keep, port: Number(port) };
}

let options: DemoOptions | undefined;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(
    `${(error as Error).message}\nThe demo has the options --keep and --port <number>: run npm run demo -- --keep\n`,
  );
  process.exitCode = 1;
}
if (options) process.exitCode = await runDemo(options);
