import { INPUT_NAMES, isSettingName, SECRET_NAMES, SETTINGS } from '@context-sync/engine/inputs/setting-table';
import { expect, it } from 'vitest';
import { formatCommandReference } from './command-reference.fixture.ts';
import { COMMANDS } from './commands/command-table.ts';

it('docs/reference/command-line.md equals the generated reference', async () => {
  await expect(formatCommandReference(COMMANDS)).toMatchFileSnapshot('../../../docs/reference/command-line.md');
});

it('every input of the action exists as a command-line option or a variable, and no secret is an option', () => {
  const options = new Set(COMMANDS.flatMap((command) => command.options.map(({ name }) => name)));
  for (const name of SECRET_NAMES) expect(options).not.toContain(name);
  const reference = formatCommandReference(COMMANDS);
  const missing = INPUT_NAMES.filter((name) => !options.has(name) && !reference.includes(`| \`${name}\``));
  expect([...missing].sort()).toEqual(['comment', 'github-token', 'mode']);
});

it('an option with the name of an input accepts the values of the input', () => {
  for (const { name: command, options } of COMMANDS) {
    for (const { name, choices = [] } of options) {
      if (!isSettingName(name)) continue;
      for (const choice of choices)
        expect(SETTINGS[name].schema.safeParse(choice).success, `${command} --${name}`).toBe(true);
    }
  }
});
