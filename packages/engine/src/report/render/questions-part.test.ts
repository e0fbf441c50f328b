import { describe, expect, it } from 'vitest';
import { renderComment } from '../../comment/render-comment.ts';
import type { AnswerFlip, QuestionsReport } from '../../questions/answers-model.ts';
import type { DocumentItem } from '../../questions/find-answers.ts';
import { describeFailOn } from '../fail-on-findings.ts';
import { findViolations } from '../gfm.fixture.ts';
import { createQuestionAnnotations } from '../log/annotations.ts';
import { getOutputs } from '../outputs.ts';
import { formatPlanFile } from '../plan-file.ts';
import { createPlannedReport, item, update } from '../report.fixture.ts';
import { renderSummary } from '../summary/job-summary.ts';

const createLocated = (title: string, path: string): DocumentItem => ({ ...item(title), path });
const question = (text: string, line: number) => ({
  text,
  line,
  places: [{ path: 'docs/limits.md', section: 'rate' }],
  words: [],
});
const LOST: AnswerFlip = {
  kind: 'lost',
  question: question('How many <b>requests</b> | may I send? @octocat', 4),
  was: createLocated('Limits', 'docs/limits.md'),
  loss: { reason: 'pushed-out', by: createLocated('Quotas', 'docs/quotas.md'), rank: 7, lacking: ['requests'] },
};
const MOVED: AnswerFlip = {
  kind: 'elsewhere',
  question: question('What is the rate?', 6),
  was: createLocated('Limits', 'docs/limits.md'),
  now: createLocated('Rate', 'docs/rate.md'),
};
const FOUND: AnswerFlip = {
  kind: 'new',
  question: question('Where?', 8),
  now: createLocated('Where', 'docs/where.md'),
};
const PROBLEM = {
  subject: 'file:9',
  line: 9,
  problem: 'the page "docs/x.md" does not exist',
  fix: 'did you mean "docs/y.md"?',
};
const QUESTIONS: QuestionsReport = { top: 5, checked: 20, found: 17, flips: [FOUND, MOVED, LOST], problems: [PROBLEM] };

const changes = [update('docs/limits.md', item('Limits'))];
const createReport = (questions: QuestionsReport) =>
  createPlannedReport(changes, { questions, repositoryUrl: 'https://github.com/octo/api' });
const report = createReport(QUESTIONS);

describe('golden questions in the reports', () => {
  const { body } = renderComment(report);

  it.each([
    '### ⚠️ Answers: 1 lost, 1 found elsewhere, 1 newly found; 17 of 20 questions are answered by the first 5 items',
    '- **Breaks:** ⚠️ 1 answer lost, listed below',
    'keep or replace the lost answer',
    '| 🔴\u00a0lost | [<code>How many &#60;b&#62;requests',
    'pushed out by [<code>Quotas</code>](https://github.com/octo/api/blob/0123456789abcdef0123456789abcdef01234567/docs/quotas.md?plain=1#L1-L9), now at rank 7; no longer contains "requests" |',
    'now found in [<code>Rate</code>]',
    '⚠️ 1 problem in [<code>.github/context-sync-questions.yml</code>]',
    '| 9 | the page "<code>docs/x.md</code>" does not exist | did you mean "<code>docs/y.md</code>"? |',
  ])('the comment contains %s', (text) => {
    expect(body).toContain(text);
    expect(findViolations(body)).toEqual([]);
  });

  it('the report lists lost answers first, then answers found elsewhere, then newly found answers', () => {
    const places = ['lost |', 'elsewhere |', 'newly found |'].map((word) => body.indexOf(word));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(renderSummary(report)).toContain('🔴\u00a0lost');
  });

  it('a comment without a difference has one line about the questions', () => {
    const text = renderComment(createReport({ ...QUESTIONS, flips: [], problems: [] })).body;
    expect(text).toContain('\nNo answer is lost; 17 of 20 questions are answered by the first 5 items.\n');
    expect(text).not.toContain('Answers:');
  });

  it('2,000 lost answers stay within the limit of a comment', () => {
    const flips = Array.from({ length: 2_000 }, () => LOST);
    const text = renderComment(createReport({ ...QUESTIONS, flips })).body;
    expect(text.length).toBeLessThan(30_000);
    expect(text).toContain('… and 1,980 more');
  });

  it('each lost answer and each problem is a warning at its line', () => {
    expect(createQuestionAnnotations(report)).toEqual([
      expect.objectContaining({ level: 'warning', file: '.github/context-sync-questions.yml', startLine: 4 }),
      expect.objectContaining({ startLine: 9, message: expect.stringContaining('docs/x.md') }),
    ]);
    expect(createQuestionAnnotations(createPlannedReport(changes))).toEqual([]);
  });

  it.each([
    [
      'a lost answer and a problem',
      QUESTIONS,
      'fail-on: 1 answer lost, 1 problem in .github/context-sync-questions.yml',
    ],
    [
      'a missing base commit',
      { ...QUESTIONS, flips: undefined, problems: [] },
      'fail-on: the answers are not compared, because the checkout does not contain the base commit',
    ],
    ['an answer found in another location', { ...QUESTIONS, flips: [MOVED, FOUND], problems: [] }, undefined],
  ])('fail-on: lost-answers is decided by %s', (_name, questions, expected) => {
    expect(describeFailOn(createReport(questions), new Set(['lost-answers']))).toBe(expected);
    expect(describeFailOn(createReport(questions), new Set(['warnings']))).toBeUndefined();
  });

  it('the output named result and the plan file contain the counts', () => {
    expect(JSON.parse(getOutputs([report], ['']).result ?? '')).toMatchObject({
      questions: 20,
      answers: 17,
      'lost-answers': 1,
      'moved-answers': 1,
      'new-answers': 1,
      'question-problems': 1,
    });
    const { questions } = JSON.parse([...formatPlanFile(report)].join(''));
    expect(questions).toMatchObject({
      checked: 20,
      flips: [{ kind: 'new' }, { kind: 'elsewhere' }, { kind: 'lost', loss: { rank: 7 } }],
    });
  });
});
