import { runDemo } from './run-demo.ts';

const [argument] = process.argv.slice(2);
if (argument === undefined || argument === '--keep') {
  process.exitCode = await runDemo({ keep: argument === '--keep' });
} else {
  process.stderr.write(`The demo has one option, --keep (got "${argument}"): run npm run demo -- --keep\n`);
  process.exitCode = 1;
}
