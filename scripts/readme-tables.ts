// Keeps the tables of inputs and outputs in README and docs equal to action.yml. `--write` writes them; without it, a difference fails.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

interface Contract {
  inputs: Record<string, { description: string; default?: string; required?: boolean }>;
  outputs: Record<string, { description: string }>;
}

const root = new URL('..', import.meta.url);
const contract = parse(readFileSync(new URL('action.yml', root), 'utf8')) as Contract;
const FILES = ['README.md', 'docs/reference/inputs-and-outputs.md'];

const cell = (text: string) => text.replaceAll('|', '\\|').trim();
const inputs = Object.entries(contract.inputs).map(([name, { description, default: fallback, required }]) => {
  const value = required ? '**required**' : fallback ? `\`${fallback}\`` : '';
  return `| \`${name}\` | ${cell(description)} | ${value} |`;
});
const outputs = Object.entries(contract.outputs).map(
  ([name, { description }]) => `| \`${name}\` | ${cell(description)} |`,
);
const tables = {
  Inputs: ['| Input | Meaning | Default |', '| --- | --- | --- |', ...inputs],
  Outputs: ['| Output | Meaning |', '| --- | --- |', ...outputs],
};

/** The text with the table under `## heading` replaced. */
function withTable(text: string, heading: string, table: readonly string[]): string {
  const lines = text.split('\n');
  const start = lines.findIndex(
    (line, at) =>
      line.startsWith('|') && lines.slice(0, at).findLast((each) => each.startsWith('## ')) === `## ${heading}`,
  );
  if (start < 0) throw new Error(`there is no table under "## ${heading}"`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.toSpliced(start, length < 0 ? lines.length : length, ...table).join('\n');
}

let stale = false;
for (const name of FILES) {
  const file = new URL(name, root);
  const before = readFileSync(file, 'utf8');
  const after = Object.entries(tables).reduce((text, [heading, table]) => withTable(text, heading, table), before);
  if (after === before) continue;
  stale = true;
  if (process.argv.includes('--write')) writeFileSync(file, after);
  else process.stderr.write(`${fileURLToPath(file)}: the tables differ from action.yml; run "npm run readme"\n`);
}
if (stale && !process.argv.includes('--write')) process.exitCode = 1;
