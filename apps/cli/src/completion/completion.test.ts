import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runIn } from '../command.fixture.ts';
import { COMMANDS } from '../commands/command-table.ts';
import { listOptions } from '../options/parse-command-line.ts';
import { formatCompletion, SHELLS } from './completion-scripts.ts';

/** Returns the completions that bash would suggest for the words, of which the last one is incomplete. */
function completeInBash(...words: string[]): string[] {
  const list = words.map((word) => `'${word}'`).join(' ');
  const script = `${formatCompletion('bash', COMMANDS)}
COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _context_sync; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8', cwd: import.meta.dirname });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.trim().split('\n');
}

describe.skipIf(spawnSync('bash', ['--version']).status !== 0)('the completion of bash', () => {
  it.each([
    [['context-sync', 'pl'], ['plan']],
    [['context-sync', 'questions', 'su'], ['suggest']],
    [['context-sync', 'questions', 'suggest', '--li'], ['--limit']],
    [['context-sync', 'lint', '--fo'], ['--format']],
    [['context-sync', 'lint', '--format', 's'], ['sarif']],
    [['context-sync', 'lint', '--format', '=', 's'], ['sarif']],
    [
      ['context-sync', 'export', '--format', 'll'],
      ['llms', 'llms-full'],
    ],
    [['context-sync', 'items', 'completion-s'], ['completion-scripts.ts']],
    [['context-sync', 'plan', '--repository', 'completion-s'], ['completion-scripts.ts']],
  ])('the bash completion completes %j to %j', (words, suggestions) => {
    expect(completeInBash(...words)).toEqual(suggestions);
  });
});

it.each(SHELLS)('the completion of %s contains every command, option and choice', async (shell) => {
  const { exitCode, output } = await runIn('/', ['completion', shell]);
  expect(exitCode).toBe(0);
  for (const command of COMMANDS) {
    for (const word of command.name.split(' ')) expect(output).toContain(word);
    for (const { name, choices = [] } of listOptions(command)) {
      expect(output).toContain(name);
      for (const choice of choices) expect(output).toContain(choice);
    }
  }
});

it('the completion of an unknown shell is rejected', async () => {
  expect(await runIn('/', ['completion', 'tcsh'])).toEqual({
    exitCode: 2,
    output: '',
    messages: 'Error: There is no completion for "tcsh". Fix: use one of bash, zsh, fish.\n',
  });
});
