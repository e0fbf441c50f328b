import { Cleanup, GitRepository } from '@context-sync/testkit';
import { describe, expect, it } from 'vitest';
import { Git } from '../git/git.ts';
import { describeProblem } from '../problem/problem.ts';
import { createQuestionsJsonSchema, MAX_QUESTIONS, QUESTIONS_PATH } from './questions-schema.ts';
import { parseQuestions, readQuestions } from './read-questions.ts';

const list = (...entries: string[]) => `questions:\n${entries.map((entry) => `  - ${entry}\n`).join('')}`;

describe('the file with golden questions', () => {
  it('each question is read with its expected locations, words and line', () => {
    const text = `top: 3\n${list('{ question: How many?, page: docs/limits.md#rate, words: [sixty] }', '{ question: Where?, page: [./docs/a.md, docs/b.md] }')}`;
    expect(parseQuestions(text)).toEqual({
      top: 3,
      problems: [],
      questions: [
        { text: 'How many?', places: [{ path: 'docs/limits.md', section: 'rate' }], words: ['sixty'], line: 3 },
        {
          text: 'Where?',
          places: [
            { path: 'docs/a.md', section: undefined },
            { path: 'docs/b.md', section: undefined },
          ],
          words: [],
          line: 4,
        },
      ],
    });
  });

  it.each([
    [
      'a question without a page',
      list('question: How?', 'page: docs/a.md'),
      ['2: the question "How?" has no page', '3: "question" must be a string that is not empty (got nothing)'],
    ],
    ['an empty page', list('{ question: How?, page: "" }'), ['2: the question "How?" has no page']],
    [
      'a question twice',
      list('{ question: How?, page: a.md }', '{ question: "how? ", page: b.md }'),
      ['3: the question "how?" is also in line 2'],
    ],
    ['an unknown member', list('{ question: How?, page: a.md, pages: b.md }'), ['2: "pages" is unknown']],
    [
      'values of other types',
      list('{ question: 5, page: a.md }', 'text', '{ question: How?, page: 7 }'),
      ['2: "question" must be', '3: an entry of "questions" must be', '4: "page" must be a string or a list'],
    ],
    ['a number out of range', `top: 50\nquestions: []`, ['1: "top" must be an integer from 1 to 20 (got 50)']],
    [
      'no list',
      'question: How?\n',
      ['1: "questions" must be a list of questions (got nothing)', '1: "question" is unknown'],
    ],
    ['text', 'How?\n', ['1: the file must be a mapping with a list "questions" (got "How?")']],
    ['invalid YAML', 'questions:\n  - {\n', [': is not YAML']],
  ])('the file with golden questions is reported with a line if it contains %s', (_name, text, expected) => {
    const { problems } = parseQuestions(text);
    const messages = problems.map(describeProblem);
    expect(
      messages.map((message, index) => message.includes(expected[index] ?? '')),
      messages.join('\n'),
    ).toEqual(expected.map(() => true));
    for (const message of messages) expect(message).toMatch(/^\.github\/context-sync-questions\.yml:\d+: .*Fix: /);
  });

  it('a question with a problem does not affect the others', () => {
    const { questions, problems } = parseQuestions(list('question: How?', '{ question: Where?, page: docs/a.md }'));
    expect([questions.length, problems.length]).toEqual([1, 1]);
  });

  it('the number of questions is limited, and the error contains the line of the first question that is not checked', () => {
    const entries = Array.from({ length: 10_000 }, (_, number) => `{ question: Number ${number}, page: a.md }`);
    const { questions, problems } = parseQuestions(list(...entries));
    expect(questions).toHaveLength(MAX_QUESTIONS);
    expect(problems).toMatchObject([{ line: MAX_QUESTIONS + 2, problem: expect.stringContaining('10000 questions') }]);
    expect(parseQuestions(list(...entries.map(() => 'question: How?'))).problems).toHaveLength(101);
  });

  it('the questions file is read from a commit, and a file that is too large is a problem', async () => {
    const cleanup = new Cleanup();
    try {
      const repository = await GitRepository.create(cleanup);
      const git = new Git(repository.path);
      await repository.commit('Docs', { 'docs/a.md': '# A\n' });
      expect(await readQuestions(git)).toBeUndefined();
      await repository.commit('Questions', { [QUESTIONS_PATH]: list('{ question: How?, page: docs/a.md }') });
      expect((await readQuestions(git))?.questions).toHaveLength(1);
      await repository.commit('Large', { [QUESTIONS_PATH]: `# ${'x'.repeat(1_000_000)}\n` });
      expect(await readQuestions(git)).toMatchObject({ questions: [], problems: [{ line: 1 }] });
    } finally {
      await cleanup.close();
    }
  });

  it('context-sync-questions.schema.json matches the questions file that the code reads', async () => {
    const text = JSON.stringify(createQuestionsJsonSchema(), null, 2);
    // The formatter writes short lists in one line.
    const formattedText = text.replaceAll(
      /\[\s+("[^\]]*")\s+\]/g,
      (_, list: string) => `[${list.replaceAll(/\s+/g, ' ')}]`,
    );
    await expect(`${formattedText}\n`).toMatchFileSnapshot('../../../../context-sync-questions.schema.json');
  });
});
