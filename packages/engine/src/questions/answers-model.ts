import type { DocumentItem } from './find-answers.ts';
import type { GoldenQuestion, QuestionsProblem } from './read-questions.ts';

/** Why an answer is no longer found. */
export type AnswerLoss =
  /** Other items now rank higher than the item with the answer. `lacking` contains the words of the question that this item no longer contains. */
  | {
      readonly reason: 'pushed-out';
      readonly by: DocumentItem;
      readonly rank: number;
      readonly lacking: readonly string[];
    }
  /** The search for the question no longer finds the item with the answer. */
  | { readonly reason: 'no-match'; readonly lacking: readonly string[] }
  | { readonly reason: 'page-deleted' | 'section-deleted' }
  | { readonly reason: 'words-removed'; readonly words: readonly string[] };

/** A question whose outcome differs from its outcome at the base commit. */
export type AnswerFlip =
  | { readonly kind: 'lost'; readonly question: GoldenQuestion; readonly was: DocumentItem; readonly loss: AnswerLoss }
  /** The answer is found on a page that the question in the file does not list. */
  | {
      readonly kind: 'elsewhere';
      readonly question: GoldenQuestion;
      readonly was: DocumentItem;
      readonly now: DocumentItem;
    }
  | { readonly kind: 'new'; readonly question: GoldenQuestion; readonly now: DocumentItem };

/** The outcome of a question at one commit. */
export interface QuestionOutcome {
  readonly question: GoldenQuestion;
  /** The item with the answer; undefined if it is not among the first search results. */
  readonly answer: DocumentItem | undefined;
  /** The first search results. */
  readonly found: readonly DocumentItem[];
}

/** The results of the golden questions for one source. */
export interface QuestionsReport {
  /** Number of first search results that must contain an answer. */
  readonly top: number;
  /** Number of questions of this source whose page exists at the planned commit or at the base commit. */
  readonly checked: number;
  /** Number of questions whose answer is found. */
  readonly found: number;
  /** The differences from the base commit; undefined if there is no base commit with which to compare. */
  readonly flips: readonly AnswerFlip[] | undefined;
  readonly problems: readonly QuestionsProblem[];
}

/** Returns the number of flips of a kind; 0 if there are no golden questions. */
export function countFlips(questions: QuestionsReport | undefined, kind: AnswerFlip['kind']): number {
  return questions?.flips?.filter((flip) => flip.kind === kind).length ?? 0;
}
