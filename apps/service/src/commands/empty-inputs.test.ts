import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createCli } from '../cli.fixture.ts';
import { createProgram } from '../cli.ts';
import { Interruption } from '../platform/cli/interruption.ts';

/** Valid values of the arguments and required options, by name. */
const VALUES: Readonly<Record<string, string>> = {
  slug: 'octo-api',
  email: 'owner@example.com',
  owner: 'owner@example.com',
  'key id': 'key_1',
  action: 'set',
  file: 'some-file',
  'base-url': 'https://sync.example.com',
};
const EMPTY = ['', ' ', '\t\n'];
const FILES = ['backup', 'restore', 'api-description'];

const { commands } = createProgram({ out: () => undefined, error: () => undefined, interruption: new Interruption() });

/** Returns the arguments of a command with valid values, and one of them replaced. */
function writeArguments(command: Command, replacedName: string | undefined, value: string): string[] {
  const args = command.registeredArguments.map((argument) => {
    const name = argument.name();
    return name === replacedName ? value : (argument.argChoices?.[0] ?? VALUES[name] ?? '1');
  });
  const requiredOptions = command.options.filter((option) => option.mandatory && option.long !== replacedName);
  const options = requiredOptions.flatMap((option) => [
    option.long ?? '',
    option.argChoices?.[0] ?? VALUES[option.name()] ?? '1',
  ]);
  return [command.name(), ...args, ...options, ...(replacedName?.startsWith('--') ? [`${replacedName}=${value}`] : [])];
}

const INPUTS = commands.flatMap((command) => {
  const options = command.options.filter((option) => option.required).map((option) => option.long ?? '');
  const names = [...command.registeredArguments.map((argument) => argument.name()), ...options];
  return names.map((name) => [command.name(), name, command] as const);
});

describe('an empty input', () => {
  it.each(INPUTS)(
    'an empty value is rejected by the command %s for %s, and changes nothing',
    async (_command, name, command) => {
      const { run, folder, file } = createCli();
      for (const value of EMPTY) {
        const { code, errors, out } = await run([...writeArguments(command, name, value), '--database', file]);
        expect({ value, code, out }).toEqual({ value, code: 2, out: [] });
        expect(errors[0]).toContain(name);
      }
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it.each(EMPTY)('an empty value is rejected for --database: %j', async (value) => {
    const { run } = createCli();
    const { code, errors } = await run(['list-projects', `--database=${value}`]);
    expect([code, errors[0]]).toEqual([2, expect.stringContaining('--database must not be empty')]);
    expect(existsSync(value)).toBe(false);
  });
});

describe('the file name -', () => {
  it.each(FILES)(
    'the file name "-" is rejected by %s, and the error contains the name to use instead',
    async (name) => {
      const { run, folder, file, must } = createCli();
      await must('migrate');
      const command = commands.find((each) => each.name() === name);
      if (command === undefined) throw new Error(`There is no command ${name}.`);
      const { code, errors } = await run([...writeArguments(command, 'file', '-'), '--database', file]);
      expect([code, errors[0]]).toEqual([2, expect.stringContaining('write ./- for a file of this name')]);
      expect(existsSync('-')).toBe(false);
      expect(readdirSync(folder).every((each) => each.startsWith('service.db'))).toBe(true);
    },
  );

  it('the file name "-" is rejected for --database', async () => {
    const { run } = createCli();
    const { code, errors } = await run(['migrate', '--database', '-']);
    expect([code, errors[0]]).toEqual([2, expect.stringContaining('--database must be the name of a file (got "-")')]);
    expect(existsSync('-')).toBe(false);
  });

  it('the file name "-" is accepted with a folder before it', async () => {
    const { must, folder } = createCli();
    await must('migrate');
    await must('create-member', VALUES.email ?? '');
    await must('backup', join(folder, '-'));
    expect(existsSync(join(folder, '-'))).toBe(true);
  });
});
