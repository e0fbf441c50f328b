import type { DocsNavigationEntry } from '@context-sync/core';
import type { BatchedChange } from '../portal/page-batches.ts';
import type { NavigationChange, PortalChange, PortalPlan } from '../portal/portal-plan.ts';
import { computeNavigationDigest, computePageDigest, computePageTextDigest } from '../portal/wanted-portal.ts';
import { getPortalKey } from '../state/state-files.ts';
import type { PortalRecord, PortalSummary } from '../state/state-schema.ts';
import type { StateDraft } from './state-ledger.ts';

/** Maximum number of versions whose outcome is unknown that a record contains. They are removed when the platform shows which version was published. */
const MAX_NEXT = 8;

/** Returns the record with the digest of the version that is about to be published. */
export function createIntentRecord(
  change: PortalChange,
  knownRecord: PortalRecord | undefined,
  digests: ReadonlyMap<string, string>,
): PortalRecord | undefined {
  if (change.kind === 'conflict' || change.kind === 'delete') return undefined;
  const { what: kind, path } = change;
  const unpublishedRecord = change.kind === 'update' && change.before ? change.before : undefined;
  const digest = change.what === 'file' ? (digests.get(path) ?? '') : computePageDigest(change.page);
  const next = [...new Set([...(knownRecord?.next ?? []), digest])].slice(-MAX_NEXT);
  if (unpublishedRecord) return { ...unpublishedRecord, next };
  if (change.what === 'file') return { kind, path, file: change.file.file, digest: null, next };
  return { kind, path, file: change.page.file, title: change.page.title, digest: null, next };
}

/** Removes the previous records of published changes, and adds the new record. */
export function replaceRecords(
  draft: StateDraft,
  removedRecords: readonly PortalRecord[],
  addedRecord?: PortalRecord,
): void {
  const records = new Map(draft.portal);
  for (const before of removedRecords) removeRecordOf(records, before);
  if (addedRecord) records.set(getPortalKey(addedRecord), addedRecord);
  setRecords(draft, records);
}

/** Returns the record of a published page; undefined if the page was deleted. */
export function createPublishedRecord(change: BatchedChange, etag: string | undefined): PortalRecord | undefined {
  if (change.kind === 'delete') return undefined;
  const { path, page } = change;
  return {
    kind: 'page',
    path,
    file: page.file,
    title: page.title,
    digest: computePageDigest(page),
    text: computePageTextDigest(page),
    ...(etag === undefined ? {} : { etag }),
  };
}

/** Returns the navigations that this run is about to publish, and that earlier runs may still publish. */
export function createNavigationIntent(
  { summary }: PortalPlan,
  navigation: NavigationChange | undefined,
): Pick<PortalSummary, 'nextNavigations'> {
  const earlier = summary?.nextNavigations ?? [];
  const next = navigation && navigation.kind !== 'conflict' ? computeNavigationDigest(navigation.entries) : undefined;
  const all = [...new Set([...earlier, ...(next === undefined ? [] : [next])])];
  return all.length === 0 ? {} : { nextNavigations: all.slice(-MAX_NEXT) };
}

export function omitEntries(
  entries: readonly DocsNavigationEntry[],
  paths: ReadonlySet<string | undefined>,
): DocsNavigationEntry[] {
  return entries.flatMap(({ path, items, ...entry }) => {
    const rest = items && omitEntries(items, paths);
    const isOmitted = path !== undefined && paths.has(path);
    if (isOmitted && !rest?.length) return [];
    return [{ ...entry, ...(isOmitted ? {} : { path }), ...(rest ? { items: rest } : {}) }];
  });
}

/** Records the outcomes of the requests of interrupted runs. */
export function recordFindings(draft: StateDraft, { records, navigationDigest, isUnconfirmed, url }: PortalPlan): void {
  setRecords(draft, records);
  const { navigation: _navigation, nextNavigations, by, ...summary } = getSummary(draft);
  draft.meta.portal = {
    ...summary,
    ...(url === undefined ? {} : { url }),
    ...(navigationDigest === undefined ? {} : { navigation: navigationDigest }),
    ...(isUnconfirmed && by ? { by } : {}),
    ...(isUnconfirmed && nextNavigations ? { nextNavigations } : {}),
  };
}

/** Records that requests of a run can no longer be executed, unless another run is publishing now. */
export function clearWriter(draft: StateDraft, run: string): void {
  const { by, ...summary } = getSummary(draft);
  if (by?.run === run) draft.meta.portal = summary;
}

export function setRecords(draft: StateDraft, records: ReadonlyMap<string, PortalRecord>): void {
  draft.portal = records;
  const count = (kind: PortalRecord['kind']) => [...records.values()].filter((record) => record.kind === kind).length;
  draft.meta.portal = {
    ...getSummary(draft),
    revision: draft.revision,
    pages: count('page'),
    files: count('file'),
  };
}

export function getSummary({ meta, revision }: StateDraft): PortalSummary {
  return meta.portal ?? { revision, pages: 0, files: 0 };
}

/** Returns a record with the versions of the page or file that earlier runs may still publish. */
export function keepEarlier(record: PortalRecord, { records }: PortalPlan): PortalRecord {
  const next = records.get(getPortalKey(record))?.next?.filter((digest) => digest !== record.digest) ?? [];
  return next.length > 0 ? { ...record, next } : record;
}

/** Removes the record of a page or file that no longer exists, unless an earlier run may still publish it. */
export function removeRecordOf(records: Map<string, PortalRecord>, before: PortalRecord): void {
  const { etag: _etag, ...rest } = before;
  if (before.next) records.set(getPortalKey(before), { ...rest, digest: null });
  else records.delete(getPortalKey(before));
}

/** Records the digest of the published navigation; undefined if it was removed. Keeps the digests of navigations that earlier runs may still publish. */
export function recordNavigation(draft: StateDraft, digest: string | undefined, { isUnconfirmed }: PortalPlan): void {
  const { navigation: _before, nextNavigations = [], ...summary } = getSummary(draft);
  const next = isUnconfirmed ? nextNavigations.filter((each) => each !== digest) : [];
  draft.meta.portal = {
    ...summary,
    ...(digest === undefined ? {} : { navigation: digest }),
    ...(next.length > 0 ? { nextNavigations: next } : {}),
  };
}
