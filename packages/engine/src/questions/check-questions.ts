import { findClosestName } from '@context-sync/base';
import type { WantedDocument } from '@context-sync/sync';
import type { SkippedDocument } from '../docs/find-docs.ts';
import { quoteValue } from '../inputs/yaml-file.ts';
import type { Problem } from '../problem/problem.ts';
import type { QuestionOutcome, QuestionsReport } from './answers-model.ts';
import { compareAnswers, findOutcomes } from './compare-answers.ts';
import { AnswerSearch, type CountedItems } from './find-answers.ts';
import { normalizeSection } from './item-sections.ts';
import { createProblem, type ExpectedPlace, type QuestionsFile, type QuestionsProblem } from './read-questions.ts';

/** The docs folders of all sources of a run, and the docs folder whose questions are checked. */
export interface QuestionScope {
  readonly docs: string;
  readonly folders: readonly string[];
}

export interface CheckedSides {
  /** The documents of the base commit; undefined if there is no base commit. */
  readonly before: readonly WantedDocument[] | undefined;
  readonly after: readonly WantedDocument[];
  readonly skipped: readonly SkippedDocument[];
  /** The old paths of renamed files by their new paths; undefined if there is no base commit. */
  readonly renames?: ReadonlyMap<string, string>;
}

export interface CheckedQuestions {
  readonly report: QuestionsReport;
  readonly outcomes: readonly QuestionOutcome[];
}

/**
 * Checks the questions of one source. A listed page or section that does not exist is a problem, unless the pull request deletes it and the answer was found
 * there. A question is not searched if none of its pages and sections exist.
 */
export function checkQuestions(
  { top, questions, problems }: QuestionsFile,
  scope: QuestionScope,
  { before, after, skipped, renames }: CheckedSides,
): CheckedQuestions {
  const own = questions.filter(({ places }) => places.some(({ path }) => isOwnPage(path, scope)));
  const countedItems: CountedItems = new Map();
  const oldSearch = before && new AnswerSearch(before, countedItems);
  const current = new AnswerSearch(after, countedItems);
  const searchedQuestions = own.filter(({ places }) =>
    places.some((place) => findPlaceProblem(place, current, skipped) === undefined || oldSearch?.getPage(place.path)),
  );
  const outcomes = findOutcomes(searchedQuestions, top, current);
  const flips = oldSearch && compareAnswers(outcomes, { top, old: oldSearch, current, renames });
  const flippedQuestions = new Set(flips?.map(({ question }) => question));
  const placeProblems = own
    .filter((question) => !flippedQuestions.has(question))
    .flatMap(({ places, line }) =>
      places.flatMap((place): QuestionsProblem[] => {
        const problem = findPlaceProblem(place, current, skipped);
        return problem ? [createProblem(line, problem.problem, problem.fix)] : [];
      }),
    );
  // The problems of the file itself are the same for all sources, so only the first source reports them.
  const ofFile = scope.folders[0] === scope.docs ? problems : [];
  return {
    outcomes,
    report: {
      top,
      checked: searchedQuestions.length,
      found: outcomes.filter(({ answer }) => answer).length,
      flips,
      problems: [...ofFile, ...placeProblems].toSorted((a, b) => a.line - b.line),
    },
  };
}

/** Returns why a page or section does not exist, and the most similar one that exists. */
function findPlaceProblem(
  { path, section }: ExpectedPlace,
  search: AnswerSearch,
  skippedDocuments: readonly SkippedDocument[],
): Pick<Problem, 'problem' | 'fix'> | undefined {
  const items = search.getPage(path);
  const reason =
    skippedDocuments.find((each) => each.path === path)?.reason ??
    search.documents.find((each) => each.path === path)?.skipped;
  if (reason !== undefined) {
    return { problem: `the page ${quoteValue(path)} is skipped: ${reason}`, fix: 'name a page that is synced' };
  }
  if (!items) {
    const paths = search.documents.map((each) => each.path);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const suggestion = paths.find((each) => each.endsWith(`/${name}`)) ?? findClosestName(path, paths);
    return {
      problem: `the page ${quoteValue(path)} does not exist`,
      fix:
        suggestion === undefined
          ? 'use a path from the root of the repository'
          : `did you mean ${quoteValue(suggestion)}?`,
    };
  }
  if (section === undefined) return undefined;
  const sections = new Set(items.flatMap((item) => [...search.getSections(item)]));
  const normalizedSection = normalizeSection(section, sections);
  if (sections.has(normalizedSection)) return undefined;
  const suggestion = findClosestName(normalizedSection, [...sections]);
  return {
    problem: `the page ${quoteValue(path)} has no section ${quoteValue(section)}`,
    fix:
      suggestion === undefined ? 'use the anchor of a heading of the page' : `did you mean ${quoteValue(suggestion)}?`,
  };
}

/**
 * Returns whether a page belongs to the source: the source's folder is the innermost docs folder that contains the page. A page outside of all folders
 * belongs to the first source.
 */
function isOwnPage(path: string, { docs, folders }: QuestionScope): boolean {
  const around = folders.filter((folder) => folder === '' || path.startsWith(`${folder}/`));
  const owner = around.toSorted((a, b) => b.length - a.length)[0] ?? folders[0];
  return owner === docs;
}
