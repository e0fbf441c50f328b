import { UserError } from '@context-sync/engine/problem/problem';
import type { QuestionOutcome, QuestionsReport } from '@context-sync/engine/questions/answers-model';
import { checkQuestions } from '@context-sync/engine/questions/check-questions';
import { QUESTIONS_PATH } from '@context-sync/engine/questions/questions-schema';
import { formatPlace, type QuestionsFile, readQuestions } from '@context-sync/engine/questions/read-questions';
import { createQuestionsEntry } from '@context-sync/engine/report/plan-file';
import { readCommit } from '@context-sync/engine/sync/read-commit';
import type { CommandInput } from '../options/command-definition.ts';
import { describeAnswers, renderQuestionsText } from '../render/questions-text.ts';
import type { CommandTerminal } from '../terminal/terminal.ts';
import { openCommit } from '../workspace/open-snapshot.ts';
import { readSourceDocs, type SourceDocs, type Workspace, withWorkspace } from '../workspace/open-workspace.ts';

const MISSING_FILE = {
  subject: QUESTIONS_PATH,
  problem: 'the file does not exist',
  fix: `write some questions, or start with "context-sync questions suggest > ${QUESTIONS_PATH}"`,
};

/** The results of one source. */
interface SourceResult {
  readonly project: string;
  readonly report: QuestionsReport;
  readonly outcomes: readonly QuestionOutcome[];
}

/** Checks the golden questions. With a commit, compares the answers with those at this commit. */
export async function run(input: CommandInput): Promise<number> {
  const [revision] = input.positionals;
  const { terminal } = input;
  return withWorkspace(input, async (workspace) => {
    const file = await readQuestions(workspace.snapshot.git);
    if (!file) throw new UserError([MISSING_FILE]);
    const base = revision === undefined ? undefined : await openCommit(workspace.repository, revision);
    const results: SourceResult[] = [];
    const { git, commit } = workspace.snapshot;
    const renames = base ? await git.listRenames(base.commit, commit) : new Map<string, string>();
    for (const source of await readSourceDocs(workspace)) {
      const before = base && (await readCommit(base.git, source.settings, workspace.context, workspace.branch));
      results.push(checkSource(file, workspace, source, { before: before?.docs.wanted.documents, renames }));
    }
    if (input.isSet('json')) writeJson(terminal, base?.commit, workspace.snapshot.commit, results);
    else for (const result of results) print(terminal, result);
    return results.every(hasPassed) ? 0 : 1;
  });
}

function checkSource(
  file: QuestionsFile,
  { sources }: Workspace,
  { settings, docs }: SourceDocs,
  base: Pick<Parameters<typeof checkQuestions>[2], 'before' | 'renames'>,
): SourceResult {
  const scope = { docs: settings.docs, folders: sources.map((each) => each.docs) };
  const sides = { ...base, after: docs.wanted.documents, skipped: docs.skipped };
  return { project: settings.project, ...checkQuestions(file, scope, sides) };
}

/** Returns whether no answer was lost; without a base commit, whether every answer was found. */
function hasPassed({ report: { flips, problems, checked, found } }: SourceResult): boolean {
  if (problems.length > 0) return false;
  return flips ? flips.every(({ kind }) => kind !== 'lost') : found === checked;
}

function writeJson(
  terminal: CommandTerminal,
  base: string | undefined,
  commit: string,
  results: readonly SourceResult[],
): void {
  const sources = results.map(({ project, report, outcomes }) => ({
    project,
    ...createQuestionsEntry(report),
    questions: outcomes.map(({ question, answer, found }) => ({
      question: question.text,
      line: question.line,
      expected: question.places.map(formatPlace),
      rank: answer ? found.indexOf(answer) + 1 : null,
      answer: answer?.key ?? null,
      found: found.map(({ key }) => key),
    })),
  }));
  terminal.write(`${JSON.stringify({ base: base ?? null, commit, sources }, null, 2)}\n`);
}

function print({ print: write, style }: CommandTerminal, { project, report, outcomes }: SourceResult): void {
  const { flips } = report;
  for (const line of renderQuestionsText(report, style)) write(line);
  for (const { question, answer, found } of flips ? [] : outcomes) {
    if (answer) continue;
    const [first] = found;
    const firstResult = first ? `the first item is "${first.title}" (${first.path})` : 'no item matches';
    write(
      `${style.red('not found')}  ${style.bold(question.text)}  ${style.dim(`${QUESTIONS_PATH}:${question.line}`)}\n  expected ${question.places.map(formatPlace).join(' or ')}; ${firstResult}`,
    );
  }
  write(style.bold(`${project}: ${describeAnswers(report)}`));
}
