import { runDemo } from './run-demo.ts';

const [argument] = process.argv.slice(2);
if (argument === undefined) {
  process.exitCode = await runDemo();
} else {
  process.stderr.write(`The demo has no options (got "${argument}"): run npm run demo\n`);
  process.exitCode = 1;
}
