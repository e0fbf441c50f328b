import type { Correction } from '@context-sync/sync';
import type { Verified } from './model.ts';
import { pluralize } from './wording.ts';

const FINDINGS: Readonly<Record<Correction['finding'], string>> = {
  missing: 'missing: it was on the platform and is not',
  changed: 'changed by others',
  gone: 'gone, as it should be',
  'was-sent': 'was in doubt: it is there',
  'was-not-sent': 'was in doubt: it is not there',
  identified: 'its id is known now',
  adopted: 'taken over from the platform',
};

/** What has been found of an item, in words. */
export function describeCorrection({ finding }: Correction): string {
  return FINDINGS[finding];
}

/** What a comparison with the service's own list has shown, as one line; undefined where there was none. */
export function describeDriftCheck(verified: Verified | undefined): string | undefined {
  if (!verified) return undefined;
  const number = (...findings: Correction['finding'][]) =>
    verified.corrections.filter(({ finding }) => findings.includes(finding)).length;
  const words: [number, string][] = [
    [number('missing'), 'missing'],
    [number('changed'), 'changed by others'],
    [number('gone'), 'gone'],
    [number('was-sent', 'was-not-sent'), 'in doubt settled'],
    [number('adopted'), 'taken over'],
  ];
  const shown = words.filter(([found]) => found > 0).map(([found, word]) => `${found} ${word}`);
  const unknown = verified.unknown.length;
  if (unknown > 0) shown.push(`${pluralize(unknown, 'item')} of others left alone`);
  const result = shown.join(', ') || (verified.complete ? 'all as recorded' : 'nothing to settle');
  return `Compared with the platform's list: ${result}`;
}
