import { resolve } from 'node:path';
import { diagnose } from '@context-sync/engine/doctor/doctor';
import { readConfig } from '@context-sync/engine/inputs/read-config';
import { createSuccess, type Diagnosis, type Finding } from '@context-sync/engine/report/doctor-finding';
import { pluralize } from '@context-sync/engine/report/report-wording';
import { openStore } from '@context-sync/engine/state/open-store';
import type { CommandInput } from '../options/command-definition.ts';
import type { Style } from '../terminal/style.ts';
import { createContext } from '../workspace/create-context.ts';
import { openRepository } from '../workspace/open-repository.ts';
import { openCommit } from '../workspace/open-snapshot.ts';
import { createInputRedactor, readSetting } from '../workspace/read-setting.ts';
import { parseSelectedSources } from '../workspace/read-sources.ts';

/** Time limit in milliseconds for all requests of the check. */
const TIMEOUT_MS = 120_000;

/** Checks whether a sync would work, and prints each result with its fix. */
export async function run(input: CommandInput): Promise<number> {
  const repository = await openRepository(resolve(input.folder, input.getValue('repository') ?? '.'));
  const { git, commit } = await openCommit(repository, input.getValue('commit') ?? input.getValue('ref') ?? 'HEAD');
  const context = await createContext(repository, input.env, commit);
  const { config, problems: configProblems } = await readConfig(git, readSetting(input, 'config'));
  const sources = parseSelectedSources(input, config, { needsPlatform: true });
  const branch = sources[0]?.settings.branch ?? context.defaultBranch ?? 'main';
  const diagnoses = await diagnose({
    sources,
    configProblems,
    inputProblems: [],
    branchProblems: [],
    context,
    branch,
    git,
    openStore: (settings) => openStore(settings, context),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const version = (await repository.git('--version'))?.replace('git version ', '') ?? 'unknown';
  const tools: Diagnosis = {
    name: '',
    findings: [createSuccess('Node.js', process.version), createSuccess('git', version)],
  };
  const all = [tools, ...diagnoses];
  const failedCount = all.flatMap(({ findings }) => findings).filter(({ result }) => result === 'failed').length;
  const redact = createInputRedactor(input);
  if (input.isSet('json')) {
    const checks = all.flatMap(({ name, findings }) => findings.map((finding) => ({ source: name, ...finding })));
    input.terminal.write(`${redact(JSON.stringify({ passed: failedCount === 0, checks }, null, 2))}\n`);
  } else input.terminal.print(redact(renderDiagnoses(all, failedCount, input.terminal.style)));
  return failedCount > 0 ? 1 : 0;
}

function renderDiagnoses(diagnoses: readonly Diagnosis[], failedCount: number, style: Style): string {
  const lines = diagnoses.flatMap(({ name, findings }) => [
    ...(name === '' ? [] : [`\n${style.bold(name)}`]),
    ...findings.map((finding) => renderFinding(finding, style)),
  ]);
  const conclusion =
    failedCount > 0 ? `${pluralize(failedCount, 'check')} failed` : 'All checks passed; nothing was synced';
  return [...lines, '', style.bold(conclusion)].join('\n');
}

function renderFinding({ check, result, detail, fix = '' }: Finding, style: Style): string {
  const signs = { ok: style.green('✓'), failed: style.red('✗'), unknown: style.yellow('?') };
  return `${signs[result]} ${check}: ${detail}${fix === '' ? '' : `\n  ${style.dim('Fix:')} ${fix}`}`;
}
