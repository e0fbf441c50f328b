import { afterEach, beforeEach, expect, it } from 'vitest';
import { PullRequest } from '../../sandbox/pull-request.ts';
import { DOCS, Sandbox, type Target } from '../../sandbox/sandbox.ts';

/** An address at which no server listens, because golden questions require no service. */
const NOWHERE: Target = { url: 'http://127.0.0.1:2', key: '', project: 'octo-api' };
const QUESTIONS_PATH = '.github/context-sync-questions.yml';
const QUESTIONS = `questions:
  - question: How many requests a minute may I send?
    page: docs/guides/limits.md#rate
    words: [sixty]
  - question: Which animal has the API?
    page: docs/index.md
`;

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await Sandbox.create({ ...DOCS, [QUESTIONS_PATH]: QUESTIONS });
});
afterEach(() => sandbox.cleanup.close());

/** Commits the changes, and runs the plan of their pull request. */
async function plan(changes: Readonly<Record<string, string>>, inputs: Readonly<Record<string, string>> = {}) {
  const base = await sandbox.repository.head();
  await sandbox.repository.commit('Change the docs', changes);
  const pull = await PullRequest.open(sandbox, 'Change the docs', base);
  const result = await pull.run(NOWHERE, inputs);
  const [comment = ''] = await pull.bodies();
  return { ...result, comment, counts: JSON.parse(result.outputs.result ?? '{}') as Readonly<Record<string, number>> };
}

const WITHOUT_ANSWER = { 'docs/guides/limits.md': '# Limits\n\n## Size\n\nOne megabyte a body.\n' };

it('the plan of a pull request without an API key lists the answer that the pull request loses', async () => {
  const { exitCode, stdout, comment, summary, counts } = await plan(WITHOUT_ANSWER);
  expect(exitCode).toBe(0);
  expect(counts).toMatchObject({ questions: 2, answers: 1, 'lost-answers': 1, 'question-problems': 0 });
  for (const text of [comment, summary]) expect(text).toContain('How many requests a minute may I send?');
  expect(comment).toContain('- **Breaks:** ⚠️ 1 answer lost, listed below');
  expect(stdout).toContain(`::warning file=${QUESTIONS_PATH},line=2`);
});

it('a plan that loses no answer reports that all answers are found, and lists none of them', async () => {
  const { comment, counts, stdout } = await plan({ 'docs/new.md': '# New\n\nA page about colors.\n' });
  expect(counts).toMatchObject({ questions: 2, answers: 2, 'lost-answers': 0 });
  expect(comment).not.toContain('answer lost');
  expect(stdout).not.toContain('::warning');
});

it('a lost answer fails a run with fail-on: lost-answers, and the run still posts the plan', async () => {
  const { exitCode, stdout, comment } = await plan(WITHOUT_ANSWER, { 'fail-on': 'lost-answers' });
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/::error.*lost/);
  expect(comment).toContain('1 answer lost');
});

it('an error in the questions file is a warning at its line, and fails only a run with fail-on', async () => {
  const brokenFiles = { [QUESTIONS_PATH]: `${QUESTIONS}  - question: What else?\n    page: docs/idex.md\n` };
  const { exitCode, stdout, comment, counts } = await plan(brokenFiles);
  expect([exitCode, counts['question-problems']]).toEqual([0, 1]);
  expect(stdout).toMatch(new RegExp(`::warning file=${QUESTIONS_PATH},line=[78].*docs/idex\\.md.*docs/index\\.md`));
  expect(comment).toContain('docs/idex.md');
  expect((await plan({ 'docs/new.md': '# New\n\nPage.\n' }, { 'fail-on': 'lost-answers' })).exitCode).toBe(1);
});
