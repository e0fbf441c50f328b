import type { DocsNavigationEntry } from '@context-sync/core';
import type { BatchedChange } from '../portal/page-batches.ts';
import type { NavigationChange, PortalChange, PortalPlan } from '../portal/portal-plan.ts';
import { computeNavigationDigest, computePageDigest, computePageTextDigest } from '../portal/wanted-portal.ts';
import type { PortalRecord, PortalSummary } from '../state/state-schema.ts';
import type { StateDraft } from './state-ledger.ts';

/** Maximum number of navigations of earlier runs that are remembered until the platform shows their outcomes. */
const MAX_NEXT_NAVIGATIONS = 8;

/** Returns the record with the digest of what is about to be published. */
export function createIntentRecord(
  change: PortalChange,
  digests: ReadonlyMap<string, string>,
): PortalRecord | undefined {
  if (change.kind === 'conflict' || change.kind === 'delete') return undefined;
  const { what: kind, path } = change;
  const unpublished = change.kind === 'update' && change.before ? change.before : undefined;
  const next = change.what === 'file' ? (digests.get(path) ?? '') : computePageDigest(change.page);
  if (unpublished) return { ...unpublished, next };
  if (change.what === 'file') return { kind, path, file: change.file.file, digest: null, next };
  return { kind, path, file: change.page.file, title: change.page.title, digest: null, next };
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
  return all.length === 0 ? {} : { nextNavigations: all.slice(-MAX_NEXT_NAVIGATIONS) };
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
export function recordFindings(draft: StateDraft, { records, navigationDigest, isUnconfirmed }: PortalPlan): void {
  setRecords(draft, records);
  const { navigation: _navigation, nextNavigations, by, ...summary } = getSummary(draft);
  draft.meta.portal = {
    ...summary,
    ...(navigationDigest === undefined ? {} : { navigation: navigationDigest }),
    ...(isUnconfirmed && by ? { by } : {}),
    ...(isUnconfirmed && nextNavigations ? { nextNavigations } : {}),
  };
}

export function clearWriter(draft: StateDraft): void {
  const { by: _by, ...summary } = getSummary(draft);
  draft.meta.portal = summary;
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
