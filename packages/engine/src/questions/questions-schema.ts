import { z } from 'zod';

/** The path of the file with the golden questions. */
export const QUESTIONS_PATH = '.github/context-sync-questions.yml';
/** Maximum number of questions that are checked. For each question, the items of both commits are searched. */
export const MAX_QUESTIONS = 2_000;
/** Number of first search results that must contain an answer. It equals the default number of results of `search_context`. */
export const DEFAULT_TOP = 5;
const MAX_TOP = 20;
const MAX_QUESTION_CHARACTERS = 1_000;
const MAX_ENTRIES = 20;

const entries = z.union([z.string(), z.array(z.string()).max(MAX_ENTRIES)]);

/** Schema of one golden question. */
export const goldenQuestion = z.strictObject({
  question: z
    .string()
    .trim()
    .min(1)
    .max(MAX_QUESTION_CHARACTERS)
    .describe('A question or keywords, as a reader or an agent would search for them.'),
  page: entries.describe(
    'The page with the answer: its path from the root of the repository, and optionally `#` and the anchor of a section. In a list, each page is an answer.',
  ),
  words: entries.optional().describe('Words that the item with the answer must contain, in upper or lower case.'),
});

/** Schema of the file with the golden questions, whose questions are parsed one by one. */
export const questionsHead = z.strictObject({
  $schema: z.string().optional().describe('URL of this schema, for editors.'),
  top: z
    .int()
    .min(1)
    .max(MAX_TOP)
    .optional()
    .describe(`Number of first items among which the answer must be. Default: \`${DEFAULT_TOP}\`.`),
  questions: z.array(z.unknown()),
});

/** Returns the JSON schema of the file with the golden questions for editors. */
export function createQuestionsJsonSchema(): unknown {
  const file = questionsHead.extend({
    questions: z
      .array(goldenQuestion)
      .max(MAX_QUESTIONS)
      .describe('The questions, each with the page that answers it.'),
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Golden questions of Context Sync',
    ...z.toJSONSchema(file, { target: 'draft-2020-12' }),
  };
}
