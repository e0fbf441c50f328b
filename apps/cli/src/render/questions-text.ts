import type { QuestionsReport } from '@context-sync/engine/questions/answers-model';
import { QUESTIONS_PATH } from '@context-sync/engine/questions/questions-schema';
import { describeLoss, describeQuestions } from '@context-sync/engine/report/render/questions-part';
import type { Style } from '../terminal/style.ts';

/** Renders the problems of the questions file, the questions whose outcome differs from the base commit, and the totals. */
export function renderQuestionsText(report: QuestionsReport, style: Style): string[] {
  const { flips = [], problems } = report;
  const locate = (line: number) => style.dim(`${QUESTIONS_PATH}:${line}`);
  return [
    ...problems.map(
      ({ line, problem, fix }) =>
        `${style.red('problem')}    ${problem}  ${locate(line)}\n           ${style.dim(`Fix: ${fix}`)}`,
    ),
    ...flips.map((flip) => {
      const { question } = flip;
      const [word, reason] =
        flip.kind === 'lost'
          ? [style.red('lost'), describeLoss(flip.loss)]
          : [
              flip.kind === 'new' ? style.green('found') : style.yellow('elsewhere'),
              `in "${flip.now.title}" (${flip.now.path})`,
            ];
      return `${word}  ${style.bold(question.text)}  ${locate(question.line)}\n  ${reason}`;
    }),
  ];
}

/** Describes the outcome of the questions. Without a base commit, describes only how many questions are answered. */
export function describeAnswers(report: QuestionsReport): string {
  const text = describeQuestions(report);
  return report.flips ? text : text.replace(/^.*; /, '');
}
