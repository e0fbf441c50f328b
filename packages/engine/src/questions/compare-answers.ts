import { countItemWords, parseQuery } from '@context-sync/search';
import { removeAddresses, type WantedDocument } from '@context-sync/sync';
import { findMoves } from '../review/find-moves.ts';
import type { AnswerFlip, AnswerLoss, QuestionOutcome } from './answers-model.ts';
import { type AnswerSearch, containsWords, type DocumentItem, findAnswer } from './find-answers.ts';
import type { ExpectedPlace, GoldenQuestion } from './read-questions.ts';

/** Number of search results in which the new rank of a lost answer is determined. */
const MAX_RANK = 100;
/** Minimum length of a text by which a moved section is recognized. */
const MIN_TEXT_CHARACTERS = 40;

/** Searches the items of one commit for every question. */
export function findOutcomes(
  questions: readonly GoldenQuestion[],
  top: number,
  search: AnswerSearch,
): QuestionOutcome[] {
  return questions.map((question) => {
    const found = search.search(question.text, top);
    return { question, found, answer: findAnswer(search, found, question) };
  });
}

export interface ComparedSides {
  /** Number of first search results that must contain an answer. */
  readonly top: number;
  readonly old: AnswerSearch;
  readonly current: AnswerSearch;
  /** The old paths of renamed files by their new paths. */
  readonly renames: ReadonlyMap<string, string> | undefined;
}

/** Searches the items of the base commit for every question, and returns the questions whose outcome at the planned commit differs. */
export function compareAnswers(
  outcomes: readonly QuestionOutcome[],
  { top, old, current, renames = new Map() }: ComparedSides,
): AnswerFlip[] {
  const moves = findMovedPages(old.documents, current.documents, renames);
  return outcomes.flatMap(({ question, found, answer }): AnswerFlip[] => {
    const oldQuestion = { ...question, places: question.places.map((place) => findOldPlace(place, old, moves)) };
    const oldFound = old.search(question.text, top);
    const was = findAnswer(old, oldFound, oldQuestion);
    if (answer) return was ? [] : [{ kind: 'new', question, now: answer }];
    if (!was) return [];
    const now = findElsewhere(found, question, was, moves);
    if (now) return [{ kind: 'elsewhere', question, was, now }];
    return [{ kind: 'lost', question, was, loss: explainLoss({ question, was, oldFound, found, current }) }];
  });
}

/** Pages that were moved, by the old and by the new path. */
interface MovedPages {
  readonly to: ReadonlyMap<string, string>;
  readonly from: ReadonlyMap<string, string>;
}

/** Returns the moved pages: those with the same items, and files that git finds to be renamed although most items were edited. */
function findMovedPages(
  before: readonly WantedDocument[],
  after: readonly WantedDocument[],
  renames: ReadonlyMap<string, string>,
): MovedPages {
  const [oldPaths, paths] = [before, after].map((documents) => new Set(documents.map(({ path }) => path)));
  const removedDocuments = before.filter(({ path }) => paths?.has(path) !== true);
  const addedDocuments = after.filter(({ path }) => oldPaths?.has(path) !== true);
  const moves = findMoves(
    {
      gone: removedDocuments.map(({ path }) => path),
      changes: addedDocuments.flatMap(({ path, items }) =>
        items.map((item) => ({ kind: 'create' as const, path, item, resend: undefined, seen: [] })),
      ),
    },
    {
      oldItems: new Map(
        removedDocuments.map(({ path, items }) => [path, new Map(items.map((item) => [item.key, item]))]),
      ),
    },
  );
  const isGone = new Set(removedDocuments.map(({ path }) => path));
  const isAdded = new Set(addedDocuments.map(({ path }) => path));
  const renamed = [...renames].filter(([to, from]) => isGone.has(from) && isAdded.has(to));
  const from = new Map([...renamed, ...moves.map((move) => [move.to, move.from] as const)]);
  return { from, to: new Map([...from].map(([to, old]) => [old, to])) };
}

/** Returns the page and section at the base commit, at which a moved page had another path. */
function findOldPlace(place: ExpectedPlace, old: AnswerSearch, { from }: MovedPages): ExpectedPlace {
  return old.getPage(place.path) ? place : { ...place, path: from.get(place.path) ?? place.path };
}

/** Returns the found item that contains the answer although the question does not list its page. */
function findElsewhere(
  foundItems: readonly DocumentItem[],
  { places, words }: GoldenQuestion,
  was: DocumentItem,
  { to }: MovedPages,
): DocumentItem | undefined {
  const newPaths = new Set(places.map(({ path }) => to.get(path)));
  const text = getBody(was);
  return foundItems.find(
    (item) =>
      (newPaths.has(item.path) && containsWords(item, words)) ||
      (words.length > 0 && containsWords(item, words)) ||
      (text.length >= MIN_TEXT_CHARACTERS && getBody(item).includes(text)),
  );
}

/** Returns the text of an item without URLs and without the titles above its section. Both change when the section moves. */
function getBody({ content }: DocumentItem): string {
  return removeAddresses(content.slice(content.indexOf('\n\n') + 2));
}

interface LostAnswer {
  readonly question: GoldenQuestion;
  readonly was: DocumentItem;
  readonly oldFound: readonly DocumentItem[];
  readonly found: readonly DocumentItem[];
  readonly current: AnswerSearch;
}

function explainLoss({ question, was, oldFound, found, current }: LostAnswer): AnswerLoss {
  const { places, words, text } = question;
  if (places.every(({ path }) => !current.getPage(path))) return { reason: 'page-deleted' };
  const atPlace = current.listAnswers({ places, words: [] });
  if (atPlace.length === 0) return { reason: 'section-deleted' };
  const answers = current.listAnswers(question);
  if (answers.length === 0) {
    return {
      reason: 'words-removed',
      words: words.filter((word) => atPlace.every((item) => !containsWords(item, [word]))),
    };
  }
  const bestAnswer = answers.find(({ key }) => key === was.key) ?? answers[0];
  const lacking = bestAnswer ? listLackingWords(text, was, bestAnswer) : [];
  const wasFound = new Set(oldFound.map(({ key }) => key));
  const by = found.find(({ key }) => !wasFound.has(key)) ?? found[0];
  if (!by) return { reason: 'no-match', lacking };
  const keys = new Set(answers.map(({ key }) => key));
  const rank = current.search(text, MAX_RANK).findIndex(({ key }) => keys.has(key)) + 1;
  return { reason: 'pushed-out', by, rank, lacking };
}

/** Returns the words of the question that an item contained before and no longer contains, in the form in which the question contains them. */
function listLackingWords(text: string, oldItem: DocumentItem, newItem: DocumentItem): string[] {
  const [before, after] = [oldItem, newItem].map((item) => countItemWords(item).frequencies);
  const searched = new Set(parseQuery(text).words);
  const isLost = (word: string) => searched.has(word) && before?.has(word) === true && after?.has(word) !== true;
  return [...new Set(text.split(/\s+/))].filter((written) => parseQuery(written).words.some(isLost));
}
