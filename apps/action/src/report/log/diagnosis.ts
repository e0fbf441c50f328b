import { describeProblem } from '../../problem/problem.ts';
import type { Diagnosis, Finding } from '../finding.ts';
import { inlineCode } from '../text/safe-text.ts';
import { pluralize } from '../wording.ts';
import { annotate, failRun, info } from './console.ts';

const SIGNS: Readonly<Record<Finding['result'], string>> = { ok: '✓', failed: '✗', unknown: '?' };

/** Logs every finding, and fails the run if a check failed. */
export function logDiagnosis(diagnoses: readonly Diagnosis[]): void {
  for (const { name, findings } of diagnoses) {
    if (name !== '') info(`${name}:`);
    for (const { check, result, detail } of findings) info(`${SIGNS[result]} ${check}: ${detail}`);
  }
  const broken = diagnoses.flatMap(({ name, findings }) =>
    findings.filter(({ result }) => result === 'failed').map((finding) => ({ ...finding, name })),
  );
  for (const { name, check, detail, fix = '' } of broken) {
    const message = describeProblem({ subject: check, problem: detail, fix });
    annotate({ level: 'error', message: `${name === '' ? '' : `${name}: `}${message}` });
  }
  if (broken.length > 0) failRun(`${pluralize(broken.length, 'check')} failed`);
  else info('All checks passed; nothing was synced');
}

/** Renders the findings for the job summary. */
export function diagnosisSummary(diagnoses: readonly Diagnosis[]): string {
  const hasSeveral = diagnoses.some(({ name }) => name !== '');
  // If there is only one source, all findings share one table.
  const tabled = hasSeveral ? diagnoses : [{ name: '', findings: diagnoses.flatMap(({ findings }) => findings) }];
  const tables = tabled.map(({ name, findings }) => {
    const rows = findings.map(
      ({ check, result, detail, fix = '' }) =>
        `| ${SIGNS[result]} | ${inlineCode(check)} | ${inlineCode(detail, 600)} | ${fix === '' ? '' : inlineCode(fix, 600)} |`,
    );
    const heading = name === '' ? [] : [`### ${inlineCode(name)}`, ''];
    return [...heading, '|  | Check | Found | Fix |', '| --- | --- | --- | --- |', ...rows].join('\n');
  });
  return ['## Context Sync: doctor', ...tables].join('\n\n').concat('\n');
}
