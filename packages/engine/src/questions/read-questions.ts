import type { z } from 'zod';
import type { Git } from '../git/git.ts';
import { findLine, parseYaml, quoteValue, readSmallFile, type YamlFile } from '../inputs/yaml-file.ts';
import { getDocumentationUrl } from '../problem/documentation-url.ts';
import type { Problem } from '../problem/problem.ts';
import { DEFAULT_TOP, goldenQuestion, MAX_QUESTIONS, QUESTIONS_PATH, questionsHead } from './questions-schema.ts';

/** The maximum size of the file in bytes. */
const MAX_FILE_BYTES = 1_000_000;
/** Maximum number of problems that are reported. */
const MAX_PROBLEMS = 100;

/** A page, or a section of a page, with an answer. */
export interface ExpectedPlace {
  /** Path from the root of the repository. */
  readonly path: string;
  /** Anchor of the section; undefined for any section of the page. */
  readonly section: string | undefined;
}

/** A question with the pages and sections that contain its answer. It is sufficient if one of them is found. */
export interface GoldenQuestion {
  readonly text: string;
  readonly places: readonly ExpectedPlace[];
  /** Words that the item with the answer must contain. */
  readonly words: readonly string[];
  /** Line in the file. */
  readonly line: number;
}

/** A problem in the file with the questions, with its line. */
export interface QuestionsProblem extends Problem {
  readonly line: number;
}

export interface QuestionsFile {
  /** Number of first search results that must contain the answer. */
  readonly top: number;
  readonly questions: readonly GoldenQuestion[];
  readonly problems: readonly QuestionsProblem[];
}

/**
 * Reads the golden questions of a commit.
 * @returns undefined if the commit has no such file
 * @throws GitError
 */
export async function readQuestions(git: Git): Promise<QuestionsFile | undefined> {
  const text = await readSmallFile(git, QUESTIONS_PATH, {
    maxBytes: MAX_FILE_BYTES,
    fix: `keep the most important questions; at most ${MAX_QUESTIONS} are checked`,
  });
  if (text === undefined) return undefined;
  if (typeof text !== 'string') return rejectFile(text);
  return parseQuestions(text);
}

/** Parses the file with the golden questions. Questions with a problem are omitted, and all others are kept. */
export function parseQuestions(text: string): QuestionsFile {
  const parsedYaml = parseYaml(QUESTIONS_PATH, text);
  if ('problem' in parsedYaml) return rejectFile(parsedYaml.problem);
  const { file, data } = parsedYaml;
  const head = questionsHead.safeParse(data);
  if (!head.success) {
    return {
      top: DEFAULT_TOP,
      questions: [],
      problems: head.error.issues.flatMap((issue) => describeIssue(issue, [], file)),
    };
  }
  const { top = DEFAULT_TOP, questions: entries } = head.data;
  const problems: QuestionsProblem[] = [];
  const questions: GoldenQuestion[] = [];
  const lines = new Map<string, number>();
  for (const [index, entry] of entries.slice(0, MAX_QUESTIONS).entries()) {
    const place = ['questions', index];
    const line = findLine(place, file) ?? 1;
    const result = goldenQuestion.safeParse(entry);
    if (!result.success) {
      problems.push(...result.error.issues.flatMap((issue) => describeIssue(issue, place, file)));
      continue;
    }
    const question = createQuestion(result.data, line);
    const id = question.text.toLowerCase().replaceAll(/\s+/g, ' ');
    const first = lines.get(id);
    if (first !== undefined) {
      const fix = 'remove one of them; list several pages in "page"';
      problems.push(createProblem(line, `the question ${quoteValue(question.text)} is also in line ${first}`, fix));
    } else if (question.places.length === 0) {
      problems.push(createMissingPage(line, question.text));
    } else {
      lines.set(id, line);
      questions.push(question);
    }
  }
  if (entries.length > MAX_QUESTIONS) {
    const line = findLine(['questions', MAX_QUESTIONS], file) ?? 1;
    const problem = `there are ${entries.length} questions, and only the first ${MAX_QUESTIONS} are checked`;
    problems.push(createProblem(line, problem, 'keep the most important questions'));
  }
  return { top, questions, problems: limitProblems(problems) };
}

/** Creates a problem in a line of the file. */
export function createProblem(line: number, problem: string, fix: string): QuestionsProblem {
  return { subject: `${QUESTIONS_PATH}:${line}`, problem, fix, line };
}

/** Formats a page or section in the form in which the file contains it. */
export function formatPlace({ path, section }: ExpectedPlace): string {
  return section === undefined ? path : `${path}#${section}`;
}

function rejectFile(problem: Problem): QuestionsFile {
  const line = Number(/:(\d+)$/.exec(problem.subject)?.[1] ?? 1);
  return { top: DEFAULT_TOP, questions: [], problems: [{ ...problem, line }] };
}

function createQuestion({ question, page, words = [] }: z.output<typeof goldenQuestion>, line: number): GoldenQuestion {
  return { text: question, places: toList(page).map(parsePlace), words: toList(words), line };
}

function toList(value: string | readonly string[]): string[] {
  return [value]
    .flat()
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function parsePlace(text: string): ExpectedPlace {
  const [, path = '', section] = /^(?:\.?\/)*([^#]*)(?:#(.*))?$/su.exec(text) ?? [];
  return { path, section: section || undefined };
}

function createMissingPage(line: number, question: unknown): QuestionsProblem {
  const fix = 'add page: with the path of the page that answers it, such as docs/limits.md#rate';
  return createProblem(line, `the question ${quoteValue(question)} has no page`, fix);
}

function describeIssue(issue: z.core.$ZodIssue, place: readonly PropertyKey[], file: YamlFile): QuestionsProblem[] {
  const path = [...place, ...issue.path];
  const fix = `see ${getDocumentationUrl('how-to/golden-questions.md')}`;
  const name = path.at(-1);
  const getLine = (of: readonly PropertyKey[]) => findLine(of, file) ?? findLine(place, file) ?? 1;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const known = place.length === 0 ? 'top and questions' : 'question, page and words';
      return createProblem(getLine([...path, key]), `${quoteValue(key)} is unknown`, `use only ${known}; ${fix}`);
    });
  }
  const value: unknown = file.document.getIn(path);
  if (name === 'page' && value === undefined) {
    return [createMissingPage(getLine(path), file.document.getIn([...place, 'question']))];
  }
  return [
    createProblem(
      getLine(path),
      `${nameValue(path)} must be ${describeExpected(issue)} (got ${quoteValue(value)})`,
      fix,
    ),
  ];
}

function nameValue(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file';
  const name = path.findLast((part) => typeof part === 'string');
  return name === 'questions' && path.length > 1 ? 'an entry of "questions"' : `"${String(name)}"`;
}

function describeExpected({ code, ...issue }: z.core.$ZodIssue): string {
  const name = issue.path.findLast((part) => typeof part === 'string');
  if (name === 'page' || name === 'words') return 'a string or a list of at most 20 strings';
  if (name === 'top') return 'an integer from 1 to 20';
  if (name === 'question')
    return code === 'too_big' ? 'a string of at most 1,000 characters' : 'a string that is not empty';
  if (name === 'questions') return 'a list of questions';
  return issue.path.length === 0 ? 'a mapping with a list "questions"' : 'a valid value';
}

/** Returns the first problems, so that a file with mistakes in every line does not fill the report. */
function limitProblems(problems: readonly QuestionsProblem[]): QuestionsProblem[] {
  const sortedProblems = problems.toSorted((a, b) => a.line - b.line);
  const [next] = sortedProblems.slice(MAX_PROBLEMS);
  if (!next) return sortedProblems;
  const more = createProblem(
    next.line,
    `there are ${sortedProblems.length - MAX_PROBLEMS} more problems`,
    'fix the first ones',
  );
  return [...sortedProblems.slice(0, MAX_PROBLEMS), more];
}
