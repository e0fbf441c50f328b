import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DOCS, runIn } from '../command.fixture.ts';

const PATH = '.github/context-sync-questions.yml';
const QUESTIONS = `top: 1
questions:
  - question: How many requests may I send in a minute?
    page: docs/limits.md#rate
  - question: Where is the octopus?
    page: docs/index.md
`;
const QUOTAS =
  '# Requests in a minute\n\nHow many requests may I send in a minute? Requests, requests, requests in a minute.\n';

let cleanup: Cleanup;
let repository: GitRepository;

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
  await repository.commit('Write the docs', { ...DOCS, [PATH]: QUESTIONS });
});
afterEach(() => cleanup.close());

const run = (...args: string[]) => runIn(repository.path, args);

describe('questions', () => {
  it('the questions command exits with 0 if every answer is found', async () => {
    const { exitCode, output } = await run('questions');
    expect([exitCode, output.trim().split(': ')[1]]).toEqual([0, '2 of 2 questions are answered by the first 1 item']);
  });

  it('the questions command exits with 1 and prints the item that ranks first if an answer is not found in the working tree', async () => {
    await writeFile(join(repository.path, 'docs/quotas.md'), QUOTAS);
    const { exitCode, output } = await run('questions');
    expect(exitCode).toBe(1);
    expect(output).toContain(`not found  How many requests may I send in a minute?  ${PATH}:3\n`);
    expect(output).toContain('expected docs/limits.md#rate; the first item is "Requests in a minute" (docs/quotas.md)');
  });

  it('the questions command compares the working tree with a commit, and exits with 1 for a lost answer', async () => {
    await writeFile(join(repository.path, 'docs/quotas.md'), QUOTAS);
    const { exitCode, output } = await run('questions', 'HEAD');
    expect(exitCode).toBe(1);
    expect(output).toContain('lost  How many requests may I send in a minute?');
    expect(output).toContain('pushed out by "Requests in a minute" (docs/quotas.md), now at rank 2');
    expect((await run('questions', 'HEAD', '--commit', 'HEAD')).exitCode).toBe(0);
  });

  it('the questions command compares two commits and prints JSON', async () => {
    await repository.commit('Add quotas', { 'docs/quotas.md': QUOTAS });
    const { exitCode, output } = await run('questions', 'HEAD~1', '--commit=HEAD', '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      base: await repository.git('rev-parse', 'HEAD~1'),
      commit: await repository.head(),
      sources: [
        {
          top: 1,
          checked: 2,
          found: 1,
          flips: [{ kind: 'lost', line: 3, loss: { reason: 'pushed-out', by: { path: 'docs/quotas.md' }, rank: 2 } }],
          problems: [],
          questions: [
            { rank: null, answer: null, found: ['docs/quotas.md#'] },
            { rank: 1, answer: 'docs/index.md#' },
          ],
        },
      ],
    });
  });

  it('the questions command reports errors in the questions file with their lines, and checks the other questions', async () => {
    await repository.commit('Add a mistake', { [PATH]: `${QUESTIONS}  - question: What?\n    page: docs/limit.md\n` });
    const { exitCode, output } = await run('questions');
    expect(exitCode).toBe(1);
    expect(output).toContain(`the page "docs/limit.md" does not exist  ${PATH}:7\n`);
    expect(output).toContain('Fix: did you mean "docs/limits.md"?');
    expect(output).toContain('2 of 2 questions');
  });

  it('the error about a missing questions file contains the command that creates the file', async () => {
    await repository.git('rm', '--quiet', PATH);
    const { exitCode, messages } = await run('questions');
    expect([exitCode, messages]).toEqual([1, expect.stringContaining('context-sync questions suggest')]);
  });
});

describe('plan with golden questions', () => {
  const plan = (...args: string[]) => run('plan', '--base=HEAD~1', '--commit=HEAD', ...args);

  it('the plan command lists lost answers, and fails only if --fail-on contains lost-answers', async () => {
    await repository.commit('Add quotas', { 'docs/quotas.md': QUOTAS });
    const { exitCode, output } = await plan('--format=markdown');
    expect(exitCode).toBe(0);
    expect(output).toContain('### ⚠️ Answers: 1 lost; 1 of 2 questions is answered by the first 1 item');
    expect(output).toContain('pushed out by [<code>Requests in a minute</code>]');
    const failed = await plan('--fail-on=lost-answers');
    expect([failed.exitCode, failed.messages]).toEqual([1, 'Error: fail-on: 1 answer lost\n']);
  });

  it('the plan command prints golden questions as text, with the item that displaces a lost answer', async () => {
    await repository.commit('Add quotas', { 'docs/quotas.md': QUOTAS });
    const { output } = await plan();
    expect(output).toContain(
      `lost  How many requests may I send in a minute?  ${PATH}:3\n  pushed out by "Requests in a minute"`,
    );
    expect(output).toContain('Answers: 1 lost; 1 of 2 questions is answered by the first 1 item\n');
    const alone = await run('plan');
    expect(alone.output).toMatch(/Plan: \d to create\nAnswers: 1 of 2 questions is answered by the first 1 item\n/);
  });

  it('errors in the questions file do not stop the plan', async () => {
    await repository.commit('Break the file', { [PATH]: 'questions: [' });
    const { exitCode, output } = await plan('--format=markdown');
    expect(exitCode).toBe(0);
    expect(output).toContain('2 to create');
    expect(output).toContain('⚠️ 1 problem in ');
    expect((await plan('--fail-on=lost-answers')).exitCode).toBe(1);
  });
});

describe('questions suggest', () => {
  it('the command "questions suggest" writes a questions file whose answers are all found', async () => {
    const long = 'The octopus answers every request with ink. '.repeat(12);
    await repository.commit('Write guides', {
      'docs/keys.md': `# Keys\n\n## Rotate a key\n\n${long} Rotate.\n\n## How long does a key live?\n\n${long} Ninety days.\n\n## Key formats\n\n${long} Letters.\n`,
    });
    await repository.commit('Empty the file', { [PATH]: 'questions: []\n' });
    const { exitCode, output, messages } = await run('questions', 'suggest');
    expect([exitCode, messages]).toEqual([0, expect.stringContaining('each with the page that answers it now')]);
    await writeFile(join(repository.path, PATH), output);
    const checked = await run('questions');
    expect([checked.exitCode, checked.output]).toEqual([0, expect.stringMatching(/: ([1-9]\d*) of \1 questions/)]);
    const again = await run('questions', 'suggest');
    expect(again.output).toContain('questions: []');
  });

  it.each(['0', 'many'])('the command "questions suggest" rejects --limit=%s', async (limit) => {
    expect((await run('questions', 'suggest', `--limit=${limit}`)).exitCode).toBe(2);
  });
});
