import { renderComment } from '@context-sync/engine/comment/render-comment';
import { describePortal, describePortalChange, getPortalChanges } from '@context-sync/engine/report/describe-portal';
import { describeFailOn } from '@context-sync/engine/report/fail-on-findings';
import { formatPlanFile } from '@context-sync/engine/report/plan-file';
import type { Report } from '@context-sync/engine/report/report-model';
import { pluralize } from '@context-sync/engine/report/report-wording';
import { publishComment } from '../comment/publish-comment.ts';
import type { CommandInput } from '../options/command-definition.ts';
import { renderPlanText } from '../render/plan-text.ts';
import { describeAnswers, renderQuestionsText } from '../render/questions-text.ts';
import { type Workspace, withWorkspace } from '../workspace/open-workspace.ts';
import { createInputRedactor } from '../workspace/read-setting.ts';
import { hasState, planSource } from '../workspace/run-sources.ts';

/** Maximum number of pages and files of the docs portal that are listed. */
const MAX_PAGE_LINES = 60;
/** Maximum number of warnings that are listed without `--all`. */
const MAX_WARNING_LINES = 10;

/** Plans every source, and prints the plans as text, JSON or Markdown. */
export async function run(input: CommandInput): Promise<number> {
  return withWorkspace(input, async (workspace) => {
    const target = await readTarget(input, workspace);
    const reports: Report[] = [];
    for (const settings of workspace.sources) reports.push(await planSource(input, workspace, settings, target));
    printReports(input, workspace, reports);
    for (const report of reports) await publishComment(input, report);
    const failures = reports.flatMap((report, index) => {
      const failure = describeFailOn(report, workspace.sources[index]?.failOn ?? new Set());
      return failure === undefined ? [] : [failure];
    });
    for (const failure of failures) input.terminal.log(`${input.terminal.messageStyle.red('Error:')} ${failure}`);
    return failures.length > 0 ? 1 : 0;
  });
}

/** Returns the base commit of a merge request. */
async function readTarget(input: CommandInput, { repository }: Workspace): Promise<string | undefined> {
  const revision = input.getValue('base');
  return revision === undefined
    ? undefined
    : repository.git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`);
}

function printReports(input: CommandInput, workspace: Workspace, reports: readonly Report[]): void {
  const { terminal } = input;
  const redact = createInputRedactor(input);
  const format = input.isSet('json') ? 'json' : input.getValue('format');
  for (const report of reports) {
    if (format === 'json') for (const part of formatPlanFile(report)) terminal.write(redact(part));
    else if (format === 'markdown') terminal.write(`${redact(renderComment(report).body)}\n`);
    else printText(input, workspace, report);
  }
}

function printText(input: CommandInput, { name }: Workspace, report: Report): void {
  const { terminal } = input;
  const { style } = terminal;
  const docs = report.docs === '' ? 'the repository' : report.docs;
  const comparisonText = hasState(input)
    ? 'compared with the last sync'
    : 'every item is new, because no --state is given to compare with';
  terminal.print(`${style.bold(report.project)}: ${docs} in ${name}; ${comparisonText}\n`);
  terminal.print(renderPlanText(report, style, input.isSet('all')));
  printPortal(input, report);
  const { questions } = report;
  if (questions) {
    const details = renderQuestionsText(questions, style);
    if (details.length > 0) terminal.print('');
    for (const line of details) terminal.print(line);
    terminal.print(style.bold(`Answers: ${describeAnswers(questions)}`));
  }
  printWarnings(input, report);
  const notes = [
    ...(report.skippedCount > 0
      ? [`${pluralize(report.skippedCount, 'file')} skipped: "context-sync items" lists them`]
      : []),
  ];
  for (const note of notes) terminal.print(style.dim(note));
}

/** Prints the warnings of the documents and of the docs portal. `lint` only finds those of the documents. */
function printWarnings(input: CommandInput, { warnings }: Report): void {
  const { style, print } = input.terminal;
  const listedWarnings = input.isSet('all') ? warnings : warnings.slice(0, MAX_WARNING_LINES);
  if (warnings.length > 0) print(`\n${pluralize(warnings.length, 'warning')}:`);
  for (const { path, line, message } of listedWarnings) print(`  ${style.bold(`${path}:${line}`)}  ${message}`);
  const omittedCount = warnings.length - listedWarnings.length;
  if (omittedCount > 0) print(style.dim(`  and ${omittedCount} more: --all lists them`));
}

/** Prints the changes of the docs portal. */
function printPortal(input: CommandInput, report: Report): void {
  const { terminal } = input;
  const portalChanges = getPortalChanges(report);
  if (!portalChanges) return;
  const { style } = terminal;
  const changes = [...portalChanges.conflicts, ...portalChanges.changes];
  const listedChanges = input.isSet('all') ? changes : changes.slice(0, MAX_PAGE_LINES);
  terminal.print('');
  for (const change of listedChanges) {
    const words = style.dim(describePortalChange(change, portalChanges.tense));
    terminal.print(`${change.what} ${style.bold(change.path)}  ${words}`);
  }
  const omitted = changes.length - listedChanges.length;
  if (omitted > 0) terminal.print(style.dim(`and ${omitted} more; --all lists them`));
  terminal.print(style.bold(`Docs portal: ${describePortal(report) ?? ''}`));
}
