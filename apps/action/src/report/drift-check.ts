import type { Correction } from '@context-sync/sync';
import type { Verified } from './model.ts';
import { pluralize } from './wording.ts';

const FINDINGS: Readonly<Record<Correction['finding'], string>> = {
  missing: 'deleted on the platform',
  changed: 'edited on the platform',
  gone: 'deleted on the platform, as intended',
  'was-sent': 'was in doubt: exists on the platform',
  'was-not-sent': 'was in doubt: does not exist on the platform',
  identified: 'ID found on the platform',
  adopted: 'imported from the platform',
};

/** Describes a finding of the drift check. */
export function describeCorrection({ finding }: Correction): string {
  return FINDINGS[finding];
}

/** Describes the result of the drift check in one line; undefined if no check was made. */
export function describeDriftCheck(verified: Verified | undefined): string | undefined {
  if (!verified) return undefined;
  const number = (...findings: Correction['finding'][]) =>
    verified.corrections.filter(({ finding }) => findings.includes(finding)).length;
  const words: [number, string][] = [
    [number('missing'), 'deleted on the platform'],
    [number('changed'), 'edited on the platform'],
    [number('gone'), 'deleted as intended'],
    [number('was-sent', 'was-not-sent'), 'in doubt resolved'],
    [number('adopted'), 'imported'],
  ];
  const shown = words.filter(([found]) => found > 0).map(([found, word]) => `${found} ${word}`);
  const unknown = verified.unknown.length;
  if (unknown > 0) shown.push(`${pluralize(unknown, 'item')} of others ignored`);
  const result = shown.join(', ') || 'no differences';
  return `${verified.complete ? 'Drift check' : 'Check of items in doubt'}: ${result}`;
}
