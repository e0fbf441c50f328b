import { computeFingerprint, hashParts } from '../fingerprint.ts';
import type { PortalPlan } from '../portal/portal-plan.ts';
import { computeNavigationDigest, computePageDigest } from '../portal/wanted-portal.ts';
import type { Change, Plan } from './plan-change.ts';

/**
 * Returns the hash of the changes of a plan on the service as 16 hexadecimal digits. Plans that were created at different times, such as for a pull
 * request and after its merge, have the same hash if they make the same changes.
 */
export function computePlanHash({ changes, connect, portal }: Plan): string {
  const changeEffects = changes.filter(({ kind }) => kind !== 'unchanged').map(getEffect);
  const source = connect?.kind === 'connect' ? { ...connect.source } : null;
  const portalEffects = portal ? getPortalEffects(portal) : [];
  return hashParts([changeEffects.sort(), source, ...(portalEffects.length > 0 ? [portalEffects] : [])], 16);
}

function getPortalEffects({ changes, navigation }: PortalPlan): unknown[] {
  const effects = changes.flatMap((change) => {
    const { what, kind, path } = change;
    if (kind === 'conflict') return [];
    const from = kind === 'move' ? change.before?.path : undefined;
    const content = 'page' in change ? computePageDigest(change.page) : 'file' in change ? change.file.blob : null;
    return [[what, kind, path, from ?? null, content]];
  });
  const isChanged = navigation !== undefined && navigation.kind !== 'conflict';
  return [...effects, ...(isChanged ? [['navigation', computeNavigationDigest(navigation.entries) ?? null]] : [])];
}

function getEffect(change: Change): string {
  const item = 'item' in change ? change.item : undefined;
  const record = 'record' in change ? change.record : undefined;
  const key = item?.key ?? record?.key;
  return JSON.stringify([change.kind, change.path, key, item ? computeFingerprint(item) : record?.fingerprint]);
}
