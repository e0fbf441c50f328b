import { API_KEY_MISSING } from '@context-sync/engine/inputs/missing-inputs';
import { describeProblem, UserError } from '@context-sync/engine/problem/problem';
import { describeDriftCheck } from '@context-sync/engine/report/drift-check';
import { explain } from '@context-sync/engine/report/explain-failure';
import { describeFailOn } from '@context-sync/engine/report/fail-on-findings';
import {
  createDocsAnnotations,
  createDoubtAnnotations,
  createFailureAnnotations,
  createPortalAnnotations,
} from '@context-sync/engine/report/log/annotations';
import { describeConclusion } from '@context-sync/engine/report/log/run-conclusion';
import { getOutputs } from '@context-sync/engine/report/outputs';
import type { Report } from '@context-sync/engine/report/report-model';
import { openStore } from '@context-sync/engine/state/open-store';
import { checkInDoubtNames } from '@context-sync/engine/sync/in-doubt-names';
import type { CommandInput } from '../options/command-definition.ts';
import { type Workspace, withWorkspace } from '../workspace/open-workspace.ts';
import { createInputRedactor, getVariable, readSetting } from '../workspace/read-setting.ts';
import { runSource } from '../workspace/run-sources.ts';

/** Syncs every source, and prints the result of each. */
export async function run(input: CommandInput): Promise<number> {
  const options = { needsPlatform: true, readsHead: true };
  return withWorkspace(input, (workspace) => syncWorkspace(input, workspace), options);
}

async function syncWorkspace(input: CommandInput, workspace: Workspace): Promise<number> {
  const { sources, context } = workspace;
  if (readSetting(input, 'api-key') === '') {
    const { problem } = API_KEY_MISSING;
    throw new UserError([{ subject: getVariable('api-key'), problem, fix: 'set the variable to a personal API key' }]);
  }
  const { problems, resolved } = await checkInDoubtNames(sources, context);
  if (problems.length > 0) throw new UserError(problems);
  const log = createLog(input);
  for (const name of resolved) log('warning', `on-in-doubt: "${name}" is not in doubt anymore; remove it`);
  const reports: Report[] = [];
  let hasFailed = false;
  for (const settings of sources) {
    try {
      const report = await runSource(input, workspace, settings, openStore(settings, context), true);
      reports.push(report);
      hasFailed = printReport(input, report, settings.failOn) || hasFailed;
    } catch (error) {
      // If a source fails, the other sources are still synced.
      const knownProblems = sources.length > 1 ? explain(error) : undefined;
      if (!knownProblems) throw error;
      for (const problem of knownProblems) log('error', `${settings.project}: ${describeProblem(problem)}`);
      hasFailed = true;
    }
  }
  if (input.isSet('json')) writeJson(input, reports);
  return hasFailed ? 1 : 0;
}

/** Prints the findings and the result of a source. @returns whether it failed */
function printReport(input: CommandInput, report: Report, failOn: Workspace['sources'][number]['failOn']): boolean {
  const log = createLog(input);
  const annotations = [
    ...createDocsAnnotations(report),
    ...createDoubtAnnotations(report),
    ...createFailureAnnotations(report),
    ...createPortalAnnotations(report),
  ];
  for (const { level, message, file, startLine } of annotations) {
    if (level === 'notice') continue;
    const place = [file, startLine].filter((part) => part !== undefined).join(':');
    log(level, place === '' ? message : `${place}: ${message}`);
  }
  const drift = describeDriftCheck(report.verified);
  if (drift) log('info', drift);
  const { line, failed } = describeConclusion(report);
  if (failed) log('error', line);
  else if (input.isSet('json')) log('info', line);
  else input.terminal.print(createInputRedactor(input)(line));
  const failure = describeFailOn(report, failOn);
  if (failure) log('error', failure);
  return failed || failure !== undefined;
}

function createLog(input: CommandInput): (level: 'error' | 'warning' | 'info', text: string) => void {
  const { terminal } = input;
  const { red, yellow } = terminal.messageStyle;
  const labels = { error: `${red('Error:')} `, warning: `${yellow('Warning:')} `, info: '' };
  const redact = createInputRedactor(input);
  return (level, text) => terminal.log(`${labels[level]}${redact(text)}`);
}

function writeJson(input: CommandInput, reports: readonly Report[]): void {
  const results = reports.map((report) => {
    const { project, docs, commit, outcome, dataSourceId } = report;
    const counts = JSON.parse(getOutputs([report], []).result ?? '{}') as Record<string, unknown>;
    return { project, docs, commit, outcome, ...(dataSourceId === undefined ? {} : { dataSourceId }), ...counts };
  });
  const redact = createInputRedactor(input);
  input.terminal.write(`${redact(JSON.stringify({ results }, null, 2))}\n`);
}
