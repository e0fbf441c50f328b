import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../commands/command-table.ts';
import { ArgumentError } from './argument-error.ts';
import { listOptions, parseCommandLine } from './parse-command-line.ts';

function parse(...args: string[]) {
  return parseCommandLine(args, COMMANDS);
}

function getProblem(...args: string[]): string {
  try {
    parse(...args);
  } catch (error) {
    if (error instanceof ArgumentError) return `${error.message}. ${error.fix}`;
    throw error;
  }
  return '';
}

describe('parseCommandLine', () => {
  it('parseCommandLine parses a command with arguments and options in any order', () => {
    const parsed = parse('ask', '--limit=3', 'rotate', '--docs', 'guide', 'a key', '--json', '-C', '../x');
    expect(parsed).toMatchObject({ kind: 'run', command: { name: 'ask' } });
    if (parsed.kind !== 'run') throw new Error('not a run');
    expect(parsed.values.positionals).toEqual(['rotate', 'a key']);
    expect(Object.fromEntries(parsed.values.options)).toEqual({
      limit: '3',
      docs: 'guide',
      json: '',
      repository: '../x',
    });
  });

  it('arguments after -- are passed unchanged', () => {
    const parsed = parse('ask', '--', '--what');
    expect(parsed.kind === 'run' && parsed.values.positionals).toEqual(['--what']);
  });

  it.each([
    [[], undefined],
    [['--help'], undefined],
    [['help'], undefined],
    [['help', 'plan'], 'plan'],
    [['plan', '--help'], 'plan'],
    [['plan', '-h', '--docs', 'x'], 'plan'],
  ])('parseCommandLine returns the help for the arguments %j', (args, name) => {
    const parsed = parse(...args);
    expect(parsed.kind === 'help' && parsed.command?.name).toBe(name);
  });

  it.each<[string, string[], string]>([
    ['an unknown command', ['plna'], 'Unknown command "plna". did you mean "plan"?'],
    ['a command without a similar command', ['frobnicate'], 'Unknown command "frobnicate". use one of plan, '],
    ['an option before the command', ['--json', 'plan'], 'The option "--json" has no command. write the command first'],
    ['an unknown option', ['plan', '--jsno'], 'Unknown option "--jsno" of "plan". did you mean "--json"?'],
    ['an unknown short option', ['plan', '-x'], 'Unknown option "-x" of "plan". remove it'],
    ['a missing value', ['plan', '--docs'], 'The option "--docs" requires a value. write "--docs=PATH".'],
    ['an option as the value', ['plan', '--docs', '--json'], 'The option "--docs" requires a value (got "--json").'],
    [
      'a flag with a value',
      ['plan', '--json=true'],
      'The option "--json" has no value (got "true"). write only "--json"',
    ],
    [
      'a value that is not one of the choices',
      ['lint', '--format=srif'],
      'must be one of text, json, sarif (got "srif"). did you mean "sarif"?',
    ],
    ['a missing argument', ['ask'], 'The command "ask" requires an argument: A question'],
    ['an empty argument', ['ask', ' '], 'The command "ask" requires an argument: A question'],
    ['too many arguments', ['items', 'a.md', 'b.md'], 'The command "items" accepts at most 1 argument (got "b.md").'],
    [
      'an argument for a command that accepts none',
      ['lint', 'docs'],
      'The command "lint" accepts no arguments (got "docs").',
    ],
  ])('parseCommandLine rejects %s', (_name, args, problem) => {
    expect(getProblem(...args)).toContain(problem);
  });
});

it('no command has two options with the same name or letter', () => {
  for (const command of COMMANDS) {
    const options = listOptions(command);
    const names = options.flatMap(({ name, short }) => (short === undefined ? [name] : [name, short]));
    expect(names, command.name).toEqual([...new Set(names)]);
  }
});

it('every command has a sentence as its summary, and an example that contains the command', () => {
  for (const { name, summary, examples, options } of COMMANDS) {
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect(examples.length, name).toBeGreaterThan(0);
    for (const [line] of examples) expect(line).toContain(`context-sync ${name}`);
    for (const { description } of options) expect(description).toMatch(/\.$/);
  }
});
