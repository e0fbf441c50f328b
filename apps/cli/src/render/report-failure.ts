import { GitError } from '@context-sync/engine/git/git-error';
import { describeProblem, type Problem } from '@context-sync/engine/problem/problem';
import { explain } from '@context-sync/engine/report/explain-failure';
import type { CommandInput } from '../options/command-definition.ts';
import { createInputRedactor } from '../workspace/read-setting.ts';

/**
 * Reports an error that ended a command.
 * @returns the exit code
 * @throws the error itself if it is a bug
 */
export function reportFailure(error: unknown, input: CommandInput): number {
  const problems = explainGitError(error) ?? explain(error);
  if (!problems) throw error;
  const { terminal } = input;
  const redact = createInputRedactor(input);
  for (const problem of problems) {
    terminal.log(`${terminal.messageStyle.red('Error:')} ${redact(describeProblem(problem))}`);
  }
  if (input.isSet('json')) terminal.write(`${redact(JSON.stringify({ error: { problems } }, null, 2))}\n`);
  return 1;
}

/** Explains an error of git for a person at a terminal, because the fixes in the engine's errors are for workflows. */
function explainGitError(error: unknown): readonly Problem[] | undefined {
  if (!(error instanceof GitError)) return undefined;
  // git can report several errors, each on a line.
  const message = error.message.trim().replaceAll(/\s*\n\s*/g, '; ');
  if (/could not be started/.test(message)) {
    return [{ subject: 'git', problem: message, fix: 'install git 2.31 or newer, and put it in PATH' }];
  }
  if (/could not read .*object|missing|promisor|Could not resolve host|unable to access/i.test(message)) {
    const problem = `an object of the commit is not in this clone, and git could not fetch it (${message})`;
    return [{ subject: 'git', problem, fix: 'connect to the network and run the command again, or use a full clone' }];
  }
  return [{ subject: 'git', problem: message, fix: 'check the repository with "git fsck"' }];
}
