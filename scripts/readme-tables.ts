// This program generates parts of the README and docs: the tables of inputs, outputs and settings from action.yml and the schema of the configuration file,
// and the figures from the results of the benchmarks. With `--write`, it updates them. Otherwise, it fails if any of them differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { listOutdatedFiles, updateFigures } from '../benchmarks/report/figures.ts';
import { readProgramOptions } from './program-options.ts';

interface ActionInput {
  readonly description: string;
  readonly default?: string;
  readonly required?: boolean;
}
interface ActionMetadata {
  readonly inputs: Readonly<Record<string, ActionInput>>;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
}

interface ConfigSchema {
  readonly properties: Readonly<Record<string, { readonly description: string }>>;
}

const { write: isWriting = false } = readProgramOptions({ write: { type: 'boolean' } }).values;
const root = new URL('..', import.meta.url);
const REFERENCE = 'docs/reference/inputs-and-outputs.md';
const CONFIGURATION = 'docs/reference/configuration.md';
const metadata = parse(readFileSync(new URL('action.yml', root), 'utf8')) as ActionMetadata;

/** The inputs of each table on the reference page, by the heading above the table. */
const INPUT_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Connection and project': ['api-key', 'base-url', 'project', 'docs', 'connect', 'installation-id'],
  Runs: ['mode', 'comment', 'fail-on', 'branch', 'config', 'verify', 'github-token'],
  State: ['state', 'on-missing-state'],
  'Inputs for one run': ['on-in-doubt', 'forget', 'allow-mass-change'],
};

const formatCell = (text: string) => text.replaceAll('|', '\\|').trim();

/**
 * Returns the table row of an input. An input that the configuration file can set has no default in action.yml, because its description
 * contains the default instead.
 */
function getRow(name: string): string {
  const input = metadata.inputs[name];
  if (!input) throw new Error(`action.yml has no input "${name}"`);
  const defaultText = input.default === undefined ? '–' : `\`${input.default}\``;
  return formatRow(name, input.description, input.required ? '**required**' : defaultText);
}

/** Returns a table row. Moves the default from the description to its own column. */
function formatRow(name: string, description: string, defaultText: string): string {
  const [sentence = '', described] = /\s*Default: (.+?)\.(?=\s[A-Z]|$)/.exec(description) ?? [];
  return `| \`${name}\` | ${formatCell(description.replace(sentence, ''))} | ${formatCell(described ?? defaultText)} |`;
}

const formatInputTable = (names: readonly string[]) => [
  '| Input | Meaning | Default |',
  '| --- | --- | --- |',
  ...names.map(getRow),
];
const outputTable = [
  '| Output | Meaning |',
  '| --- | --- |',
  ...Object.entries(metadata.outputs).map(([name, { description }]) => `| \`${name}\` | ${formatCell(description)} |`),
];

const configSchema = JSON.parse(readFileSync(new URL('context-sync.schema.json', root), 'utf8')) as ConfigSchema;
/** The settings of the configuration file, except the list of sources and the reference to the schema. */
const settingsTable = [
  '| Setting | Meaning | Default | Also an input |',
  '| --- | --- | --- | --- |',
  ...Object.entries(configSchema.properties)
    .filter(([name]) => name !== '$schema' && name !== 'sources')
    .map(
      ([name, { description }]) => `${formatRow(name, description, '–')} ${name in metadata.inputs ? 'yes' : '–'} |`,
    ),
];

/** Returns the text with the first table under `heading` replaced. */
function replaceTable(text: string, heading: string, table: readonly string[]): string {
  const lines = text.split('\n');
  const isHeading = (line: string) => /^#{2,3} /.test(line);
  const start = lines.findIndex(
    (line, index) => line.startsWith('|') && lines.slice(0, index).findLast(isHeading)?.replace(/^#+ /, '') === heading,
  );
  if (start < 0) throw new Error(`there is no table under "${heading}"`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.toSpliced(start, length < 0 ? lines.length : length, ...table).join('\n');
}

const groupedInputs = Object.values(INPUT_GROUPS).flat();
const ungroupedInputs = Object.keys(metadata.inputs).filter((name) => !groupedInputs.includes(name));
if (ungroupedInputs.length > 0) {
  process.stderr.write(`Add to INPUT_GROUPS in scripts/readme-tables.ts: ${ungroupedInputs.join(', ')}\n`);
  process.exit(1);
}

const tables: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [REFERENCE]: {
    ...Object.fromEntries(Object.entries(INPUT_GROUPS).map(([heading, names]) => [heading, formatInputTable(names)])),
    Outputs: outputTable,
  },
  [CONFIGURATION]: { Settings: settingsTable },
};

let isOutdated = false;
for (const [name, byHeading] of Object.entries(tables)) {
  const file = new URL(name, root);
  const oldText = readFileSync(file, 'utf8');
  const newText = Object.entries(byHeading).reduce(
    (text, [heading, table]) => replaceTable(text, heading, table),
    oldText,
  );
  if (newText === oldText) continue;
  isOutdated = true;
  if (isWriting) writeFileSync(file, newText);
  else process.stderr.write(`${name}: the tables differ from action.yml; run "npm run readme"\n`);
}
if (isWriting) updateFigures();
const files = listOutdatedFiles();
if (files.length > 0)
  process.stderr.write(
    `${files.join(', ')}: the figures differ from the results of the benchmarks; run "npm run readme"\n`,
  );
if ((isOutdated && !isWriting) || files.length > 0) process.exitCode = 1;
