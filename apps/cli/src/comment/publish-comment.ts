import { renderComment } from '@context-sync/engine/comment/render-comment';
import type { Report } from '@context-sync/engine/report/report-model';
import type { CommandInput } from '../options/command-definition.ts';
import { createInputRedactor } from '../workspace/read-setting.ts';
import { publishOnGitLab } from './gitlab-comment.ts';

/** Posts the plan as a comment on the platform that the option `--post` specifies, if the option is set. */
export async function publishComment(input: CommandInput, report: Report): Promise<void> {
  if (input.getValue('post') !== 'gitlab') return;
  const comment = renderComment(report);
  const body = createInputRedactor(input)(comment.body);
  const result = await publishOnGitLab({ ...comment, body }, input.env);
  input.terminal.log(`Comment on the merge request: ${result}`);
}
