import { INPUT_NAMES, SECRET_NAMES } from '@context-sync/engine/inputs/setting-table';
import { LINT_RULES, type LintRule } from './lint/lint-finding.ts';
import type { CommandDefinition, OptionDefinition } from './options/command-definition.ts';
import { describeOption, formatOptionName, formatUsage } from './options/format-help.ts';
import { DOCS_OPTIONS, GLOBAL_OPTIONS } from './options/shared-options.ts';
import { getVariable } from './workspace/read-setting.ts';

/** Inputs of the action that the command line does not support, because they concern GitHub's events, comments and token. */
const OTHER_INPUTS: readonly string[] = ['mode', 'comment', 'github-token'];

/** Formats the reference of the command line from the table of commands. */
export function formatCommandReference(commands: readonly CommandDefinition[]): string {
  const secrets: readonly string[] = SECRET_NAMES;
  const variables = INPUT_NAMES.filter((name) => !OTHER_INPUTS.includes(name));
  return `# Command line

<!-- Generated from the definitions of the commands: npx vitest run apps/cli/src/command-reference.test.ts --update -->

\`context-sync\` needs Node.js 22.13 or newer and git 2.31 or newer. [Use the command line](../how-to/command-line.md) shows common tasks.

## Exit codes

| Code | Meaning |
| --- | --- |
| 0 | The command is done. |
| 1 | The command found a problem that it checks for, such as a broken link, or it failed. Each command below states which. |
| 2 | The arguments are invalid. Nothing was done. |

## Output

Results are written to standard output; messages, warnings and progress to standard error. \`--json\` writes the result as JSON; after
an error, the JSON is an object with \`error.problems\`. Colors and progress appear only on a terminal. The variable \`NO_COLOR\` turns colors
off, and \`FORCE_COLOR\` turns them on. No output contains workflow commands such as \`::warning::\`, not even on GitHub. Control characters of
documents are shown as their code points, such as \`[U+001B]\`.

## Settings

An option takes precedence over the environment variable, which takes precedence over the
[configuration file](configuration.md). Lists are separated by commas. The API key is read only from its variable, because other users of a
machine can see the arguments of a process.

| Variable | Input of the action |
| --- | --- |
${variables.map((name) => `| \`${getVariable(name)}\` | \`${name}\`${secrets.includes(name) ? ', a secret' : ''} |`).join('\n')}

## Options of every command

${formatOptions(GLOBAL_OPTIONS)}

## Options of the docs

All commands that read docs have these options.

${formatOptions(DOCS_OPTIONS)}

${commands.map(formatCommand).join('\n\n')}

## Rules of lint

| Rule | Level | Meaning | What to do |
| --- | --- | --- | --- |
${Object.entries<LintRule>(LINT_RULES)
  .map(([name, { level, description, fix }]) => `| \`${name}\` | ${level} | ${description} | ${fix} |`)
  .join('\n')}
`;
}

function formatCommand(command: CommandDefinition): string {
  const { name, summary, details = [], positionals = [], options, failsIf, examples } = command;
  const docsOptions = options.filter((option) => DOCS_OPTIONS.includes(option));
  const own = options.filter((option) => !DOCS_OPTIONS.includes(option));
  const sections = [
    `## ${name}`,
    [summary, ...details].join('\n\n'),
    `\`\`\`sh\ncontext-sync ${formatUsage(command)}\n\`\`\``,
    ...(positionals.length > 0
      ? [
          `| Argument | Meaning |\n| --- | --- |\n${positionals.map((each) => `| \`${each.name}\` | ${each.description} |`).join('\n')}`,
        ]
      : []),
    ...(own.length > 0 ? [formatOptions(own)] : []),
    ...(docsOptions.length > 0 ? [describeDocsOptions(docsOptions)] : []),
    ...(failsIf === undefined ? [] : [`Exits with 1 if ${failsIf}, or if the command fails.`]),
    `Examples:\n\n\`\`\`sh\n${examples.map(([line, text]) => `# ${text}\n${line}`).join('\n')}\n\`\`\``,
  ];
  return sections.join('\n\n');
}

function describeDocsOptions(options: readonly OptionDefinition[]): string {
  const link = '[options for reading docs](#options-of-the-docs)';
  if (options.length === DOCS_OPTIONS.length) return `This command also accepts the ${link}.`;
  return `Of the ${link}, this command accepts ${options.map(({ name }) => `\`--${name}\``).join(', ')}.`;
}

function formatOptions(options: readonly OptionDefinition[]): string {
  const rows = options.map((option) => `| \`${formatOptionName(option)}\` | ${describeOption(option)} |`);
  return ['| Option | Meaning |', '| --- | --- |', ...rows].join('\n');
}
