import { describeProblem } from '@context-sync/engine/problem/problem';
import type { Diagnosis, Finding } from '@context-sync/engine/report/doctor-finding';
import { pluralize } from '@context-sync/engine/report/report-wording';
import { formatInlineCode } from '@context-sync/engine/report/text/safe-text';
import { annotate, failRun, logInfo } from './workflow-commands.ts';

const RESULT_SIGNS: Readonly<Record<Finding['result'], string>> = { ok: '✓', failed: '✗', unknown: '?' };

/** Logs the result of every check. Fails the run if a check failed. */
export function logDiagnosis(diagnoses: readonly Diagnosis[]): void {
  for (const { name, findings } of diagnoses) {
    if (name !== '') logInfo(`${name}:`);
    for (const { check, result, detail } of findings) logInfo(`${RESULT_SIGNS[result]} ${check}: ${detail}`);
  }
  const failedFindings = diagnoses.flatMap(({ name, findings }) =>
    findings.filter(({ result }) => result === 'failed').map((finding) => ({ ...finding, name })),
  );
  for (const { name, check, detail, fix = '' } of failedFindings) {
    const message = describeProblem({ subject: check, problem: detail, fix });
    annotate({ level: 'error', message: `${name === '' ? '' : `${name}: `}${message}` });
  }
  if (failedFindings.length > 0) failRun(`${pluralize(failedFindings.length, 'check')} failed`);
  else logInfo('All checks passed; nothing was synced');
}

/** Renders the results of the checks for the job summary. */
export function renderDiagnosisSummary(diagnoses: readonly Diagnosis[]): string {
  const hasSeveral = diagnoses.some(({ name }) => name !== '');
  // With only one source, all results share one table.
  const tabledDiagnoses = hasSeveral
    ? diagnoses
    : [{ name: '', findings: diagnoses.flatMap(({ findings }) => findings) }];
  const tables = tabledDiagnoses.map(({ name, findings }) => {
    const rows = findings.map(
      ({ check, result, detail, fix = '' }) =>
        `| ${RESULT_SIGNS[result]} | ${formatInlineCode(check)} | ${formatInlineCode(detail, 600)} | ${fix === '' ? '' : formatInlineCode(fix, 600)} |`,
    );
    const heading = name === '' ? [] : [`### ${formatInlineCode(name)}`, ''];
    return [...heading, '|  | Check | Found | Fix |', '| --- | --- | --- | --- |', ...rows].join('\n');
  });
  return ['## Context Sync: doctor', ...tables].join('\n\n').concat('\n');
}
