import { AnswerSearch } from '@context-sync/engine/questions/find-answers';
import { DEFAULT_TOP } from '@context-sync/engine/questions/questions-schema';
import { readQuestions } from '@context-sync/engine/questions/read-questions';
import { pluralize } from '@context-sync/engine/report/report-wording';
import { ArgumentError } from '../options/argument-error.ts';
import type { CommandInput } from '../options/command-definition.ts';
import { type SuggestedQuestion, suggestQuestions } from '../questions/suggest-questions.ts';
import { readSourceDocs, withWorkspace } from '../workspace/open-workspace.ts';

const MAX_LIMIT = 500;
const SCHEMA = 'https://raw.githubusercontent.com/OWNER/context-sync/v1/context-sync-questions.schema.json';

/** Prints golden questions that are derived from the headings of the docs. Omits questions whose answer the search does not find. */
export async function run(input: CommandInput): Promise<number> {
  const limit = readLimit(input.getValue('limit') ?? '');
  return withWorkspace(input, async (workspace) => {
    const file = await readQuestions(workspace.snapshot.git);
    const knownQuestions = new Set(file?.questions.map(({ text }) => text.toLowerCase()));
    const top = file?.top ?? DEFAULT_TOP;
    const suggestedQuestions = (await readSourceDocs(workspace)).flatMap(({ docs }) =>
      suggestQuestions(new AnswerSearch(docs.wanted.documents), { known: knownQuestions, top, limit }),
    );
    const { terminal } = input;
    if (input.isSet('json')) terminal.write(`${JSON.stringify({ questions: suggestedQuestions }, null, 2)}\n`);
    else terminal.write(formatQuestions(suggestedQuestions));
    terminal.log(
      suggestedQuestions.length === 0
        ? 'The headings yield no new questions. Write questions that people ask.'
        : `${pluralize(suggestedQuestions.length, 'question')}, each with the page that answers it now. Keep those that people ask, in their words.`,
    );
    return 0;
  });
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new ArgumentError(
    `The option "--limit" must be an integer from 1 to ${MAX_LIMIT} (got "${text}")`,
    'write a number such as --limit=20',
  );
}

/** Formats questions as YAML. JSON strings are strings of YAML as well. */
function formatQuestions(questions: readonly SuggestedQuestion[]): string {
  const entries = questions.map(
    ({ question, page }) => `  - question: ${JSON.stringify(question)}\n    page: ${JSON.stringify(page)}\n`,
  );
  return `# yaml-language-server: $schema=${SCHEMA}\nquestions:${entries.length === 0 ? ' []' : ''}\n${entries.join('')}`;
}
