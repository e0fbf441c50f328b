import type { AnswerFlip, AnswerLoss, QuestionsReport } from '../../questions/answers-model.ts';
import { countFlips } from '../../questions/answers-model.ts';
import type { DocumentItem } from '../../questions/find-answers.ts';
import { QUESTIONS_PATH } from '../../questions/questions-schema.ts';
import { formatPlace, type GoldenQuestion } from '../../questions/read-questions.ts';
import type { Report } from '../report-model.ts';
import { formatNumber, pluralize } from '../report-wording.ts';
import { linkToFile, linkToLines } from '../text/markdown-link.ts';
import { formatTableHead, formatTableRow } from '../text/markdown-table.ts';
import { formatMarkdownText } from '../text/markdown-text.ts';
import { formatInlineCode } from '../text/safe-text.ts';
import { createRowsPart, createStaticPart, type ReportPart } from './report-part.ts';
import type { PartOptions } from './shared-parts.ts';

const MAX_QUESTION_CHARACTERS = 160;
const MAX_TITLE_CHARACTERS = 100;
const MAX_PATH_CHARACTERS = 120;

/** The outcomes in the order of their importance. The icons have the same colors as those for changes of items: red for a loss, green for something new. */
const KINDS: Readonly<Record<AnswerFlip['kind'], { readonly icon: string; readonly word: string }>> = {
  lost: { icon: '🔴', word: 'lost' },
  elsewhere: { icon: '🔵', word: 'elsewhere' },
  new: { icon: '🟢', word: 'newly found' },
};

type QuestionLinks = Pick<Report, 'repositoryUrl' | 'commit' | 'review' | 'questions'>;

/** Renders the questions whose answer is lost, found elsewhere or newly found, with the reason. */
export function renderQuestionsPart(report: QuestionLinks, options: PartOptions): ReportPart[] {
  const { questions } = report;
  if (!questions) return [];
  const { flips = [], problems } = questions;
  const kinds = Object.keys(KINDS) as AnswerFlip['kind'][];
  const sortedFlips = flips.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  const heading = `### ${countFlips(questions, 'lost') > 0 ? '⚠️ ' : ''}Answers: ${describeQuestions(questions)}`;
  return [
    flips.length === 0 && problems.length === 0
      ? createStaticPart(`${capitalize(describeQuestions(questions))}.`)
      : createRowsPart({
          ...options,
          before: heading,
          head: formatTableHead(['Answer', 'Question', 'Expected in', 'Why']),
          rows: sortedFlips.map((flip) => formatTableRow(getCells(flip, report))),
        }),
    createRowsPart({
      ...options,
      before: `⚠️ ${pluralize(problems.length, 'problem')} in ${linkToFile(formatInlineCode(QUESTIONS_PATH), report, QUESTIONS_PATH)}`,
      head: formatTableHead(['Line:', 'Problem', 'Fix']),
      rows: problems.map(({ line, problem, fix }) =>
        formatTableRow([String(line), formatMarkdownText(problem), formatMarkdownText(fix)]),
      ),
    }),
  ];
}

/** Describes the outcome of the questions, such as `2 lost, 1 newly found; 401 of 532 questions are answered by the first 5 items`. */
export function describeQuestions(questions: QuestionsReport): string {
  const { top, checked, found, flips } = questions;
  const counts = (Object.keys(KINDS) as AnswerFlip['kind'][]).flatMap((kind) => {
    const count = countFlips(questions, kind);
    return count === 0 ? [] : [`${formatNumber(count)} ${kind === 'elsewhere' ? 'found elsewhere' : KINDS[kind].word}`];
  });
  const changes =
    flips === undefined ? 'not compared, because the base commit is missing' : counts.join(', ') || 'no answer is lost';
  const answered = `${formatNumber(found)} of ${pluralize(checked, 'question')} ${found === 1 ? 'is' : 'are'} answered by the first ${pluralize(top, 'item')}`;
  return `${changes}; ${answered}`;
}

/** Describes why an answer is lost, without Markdown. */
export function describeLoss(loss: AnswerLoss): string {
  switch (loss.reason) {
    case 'pushed-out':
      return `pushed out by "${loss.by.title}" (${loss.by.path})${describeRank(loss)}${describeLacking(loss.lacking)}`;
    case 'no-match':
      return `the item no longer matches the question${describeLacking(loss.lacking)}`;
    case 'page-deleted':
      return 'the page was deleted';
    case 'section-deleted':
      return 'the section was deleted';
    case 'words-removed':
      return `it no longer has an item that contains ${quoteWords(loss.words)}`;
  }
}

function describeRank({ rank }: { readonly rank: number }): string {
  return rank > 0 ? `, now at rank ${rank}` : ', and no longer matches';
}

function describeLacking(words: readonly string[]): string {
  return words.length === 0 ? '' : `; no longer contains ${quoteWords(words)}`;
}

function quoteWords(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ');
}

function getCells(flip: AnswerFlip, report: QuestionLinks): string[] {
  const { icon, word } = KINDS[flip.kind];
  const { question } = flip;
  const text = linkToLines(formatInlineCode(question.text, MAX_QUESTION_CHARACTERS), report, QUESTIONS_PATH, [
    question.line,
    question.line,
  ]);
  return [`${icon}\u00a0${word}`, text, renderPlaces(question), renderReason(flip, report)];
}

function renderPlaces({ places }: GoldenQuestion): string {
  return places.map((place) => formatInlineCode(formatPlace(place), MAX_PATH_CHARACTERS)).join(' or ');
}

function renderReason(flip: AnswerFlip, report: QuestionLinks): string {
  if (flip.kind === 'new') return `found in ${linkItem(flip.now, report)}`;
  if (flip.kind === 'elsewhere') return `now found in ${linkItem(flip.now, report)}; change <code>page</code> to it`;
  const { loss } = flip;
  if (loss.reason !== 'pushed-out') return formatMarkdownText(describeLoss(loss));
  const lackingText = describeLacking(loss.lacking);
  return `pushed out by ${linkItem(loss.by, report)}${describeRank(loss)}${lackingText === '' ? '' : `; ${formatMarkdownText(lackingText.slice(2))}`}`;
}

function linkItem({ title, path, lines }: DocumentItem, report: QuestionLinks): string {
  return linkToLines(formatInlineCode(title, MAX_TITLE_CHARACTERS), report, path, lines);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
