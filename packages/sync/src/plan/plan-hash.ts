import { computeFingerprint, hashParts } from '../fingerprint.ts';
import type { Change, Plan } from './plan-change.ts';

/**
 * Returns the hash of the changes of a plan on the service as 16 hexadecimal digits. Plans that were created at different times, such as for a pull
 * request and after its merge, have the same hash if they make the same changes.
 */
export function computePlanHash({ changes, connect }: Plan): string {
  const changeEffects = changes.filter(({ kind }) => kind !== 'unchanged').map(getEffect);
  const source = connect?.kind === 'connect' ? { ...connect.source } : null;
  return hashParts([changeEffects.sort(), source], 16);
}

function getEffect(change: Change): string {
  const item = 'item' in change ? change.item : undefined;
  const record = 'record' in change ? change.record : undefined;
  const key = item?.key ?? record?.key;
  return JSON.stringify([change.kind, change.path, key, item ? computeFingerprint(item) : record?.fingerprint]);
}
