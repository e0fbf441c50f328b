import type { Correction } from '@context-sync/sync';
import type { DriftCheckResult } from './report-model.ts';
import { pluralize } from './report-wording.ts';

const FINDING_TEXTS: Readonly<Record<Correction['finding'], string>> = {
  missing: 'deleted on the platform',
  changed: 'edited on the platform',
  gone: 'deleted on the platform, as intended',
  'was-sent': 'was in doubt: exists on the platform',
  'was-not-sent': 'was in doubt: does not exist on the platform',
  identified: 'ID found on the platform',
  adopted: 'imported from the platform',
};

/** Describes one difference that the drift check found. */
export function describeCorrection({ finding }: Correction): string {
  return FINDING_TEXTS[finding];
}

/**
 * Describes the result of the drift check in one line. Returns undefined if there was no drift check, or if only items in doubt were checked and no
 * difference was found.
 */
export function describeDriftCheck(driftCheck: DriftCheckResult | undefined): string | undefined {
  if (!driftCheck) return undefined;
  const countFindings = (...findings: Correction['finding'][]) =>
    driftCheck.corrections.filter(({ finding }) => findings.includes(finding)).length;
  const words: [number, string][] = [
    [countFindings('missing'), 'deleted on the platform'],
    [countFindings('changed'), 'edited on the platform'],
    [countFindings('gone'), 'deleted as intended'],
    [countFindings('was-sent', 'was-not-sent'), 'in doubt resolved'],
    [countFindings('adopted'), 'imported'],
  ];
  const problemCounts = words.filter(([found]) => found > 0).map(([found, word]) => `${found} ${word}`);
  const unknownCount = driftCheck.unknown.length;
  if (unknownCount > 0) problemCounts.push(`${pluralize(unknownCount, 'item')} from other sources ignored`);
  if (!driftCheck.complete && problemCounts.length === 0) return undefined;
  const result = problemCounts.join(', ') || 'no differences';
  return `${driftCheck.complete ? 'Drift check' : 'Check of items in doubt'}: ${result}`;
}
