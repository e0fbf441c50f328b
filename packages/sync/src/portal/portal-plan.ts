import type { DocsNavigationEntry } from '@context-sync/core';
import { getPortalKey } from '../state/state-files.ts';
import type { PortalRecord, PortalRecords, PortalSummary } from '../state/state-schema.ts';
import {
  computeNavigationDigest,
  computePageDigest,
  computePageTextDigest,
  type WantedFile,
  type WantedPage,
  type WantedPortal,
} from './wanted-portal.ts';

/**
 * Why a page or file is neither changed nor deleted. `exists`: this repository has not published it. `changed`: it was changed on the platform since
 * this repository published it.
 */
export type PortalConflict = 'exists' | 'changed';

/** A change of a page or file of the docs portal. */
export type PortalChange =
  | {
      readonly what: 'page';
      readonly kind: 'create' | 'update' | 'move';
      readonly path: string;
      readonly page: WantedPage;
      /** The record of the published page; for a moved page, the record of its former path. Absent for a new page. */
      readonly before?: PortalRecord;
    }
  | {
      readonly what: 'file';
      readonly kind: 'create' | 'update';
      readonly path: string;
      readonly file: WantedFile;
      readonly before?: PortalRecord;
    }
  | {
      readonly what: 'page' | 'file';
      readonly kind: 'delete';
      readonly path: string;
      readonly before: PortalRecord;
    }
  /** The page or file is not changed, because a person or another repository has created or changed it. */
  | {
      readonly what: 'page' | 'file';
      readonly kind: 'conflict';
      readonly path: string;
      /** Path of the document or file in the repository, from which it may have been deleted. */
      readonly file: string;
      readonly reason: PortalConflict;
      /** Whether the repository contains the document or file. Otherwise, the page should be deleted. */
      readonly isWanted: boolean;
    };

/** The change of the navigation. `conflict`: a person or another repository has created or changed the current navigation, so it is not replaced. */
export interface NavigationChange {
  readonly kind: 'set' | 'remove' | 'conflict';
  readonly entries: readonly DocsNavigationEntry[] | null;
}

/** The changes of the docs portal. */
export interface PortalPlan {
  /** The changes, sorted by path. */
  readonly changes: readonly PortalChange[];
  /** Numbers of pages and files that do not change. */
  readonly unchanged: { readonly pages: number; readonly files: number };
  readonly navigation: NavigationChange | undefined;
  /** URL of the portal, from the platform; undefined if the platform has never returned one. */
  readonly url?: string | undefined;
  /** The title to set, because the portal has none. */
  readonly title: string | undefined;
  /** The records of the state, with the outcomes of interrupted runs. */
  readonly records: PortalRecords;
  /** The summary of the state on which the plan is based. */
  readonly summary: PortalSummary | undefined;
  /** Digest of the navigation to record, if no request is necessary. */
  readonly navigationDigest: string | undefined;
  /** Whether `records` or `navigationDigest` differ from the state. */
  readonly hasFindings: boolean;
  /** Whether a request of an interrupted run may still be executed, so that the next run has to read the platform again. */
  readonly isUnconfirmed: boolean;
}

/** The known content of the portal on which a plan is based. */
export interface KnownPortal {
  readonly summary: PortalSummary | undefined;
  /** The records of the state, with the outcomes of interrupted runs if the platform was read. */
  readonly records: PortalRecords;
  /** The pages and files that must not be changed, by key. Empty if the platform was not read. */
  readonly conflicts: ReadonlyMap<string, PortalConflict>;
  /** The settings of the portal; undefined if the platform was not read. */
  readonly settings:
    | {
        readonly url?: string | null | undefined;
        readonly title?: string | null | undefined;
        readonly navigation?: readonly DocsNavigationEntry[] | null | undefined;
      }
    | undefined;
  /** Whether `records` differ from the state. */
  readonly hasFindings: boolean;
  readonly isUnconfirmed: boolean;
}

/**
 * Plans the changes after which the portal contains exactly the wanted pages and files of this repository.
 * @param wantedPortal undefined: everything that this repository has published is removed
 */
export function createPortalPlan(wantedPortal: WantedPortal | undefined, knownPortal: KnownPortal): PortalPlan {
  const { pages = [], files = [] } = wantedPortal ?? {};
  const { records, conflicts } = knownPortal;
  const wantedKeys = new Set([
    ...pages.map(({ path }) => getPortalKey({ kind: 'page', path })),
    ...files.map(({ path }) => getPortalKey({ kind: 'file', path })),
  ]);
  const goneRecords = [...records].filter(([key]) => !wantedKeys.has(key)).map(([, record]) => record);
  const moves = findPageMoves(pages, goneRecords, knownPortal);
  const movedFrom = new Set([...moves.values()].map(({ path }) => path));
  const pageChanges = pages.flatMap((page) => planPage(page, knownPortal, moves.get(page.path)));
  const fileChanges = files.flatMap((file) => planFile(file, knownPortal));
  const deletions = goneRecords.flatMap((before): PortalChange[] => {
    const { kind: what, path, file } = before;
    if (before.digest === null || (what === 'page' && movedFrom.has(path))) return [];
    const reason = conflicts.get(getPortalKey(before));
    if (reason) return [{ what, kind: 'conflict', path, file, reason, isWanted: false }];
    return [{ what, kind: 'delete', path, before }];
  });
  const changes = [...pageChanges, ...fileChanges, ...deletions].sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    changes,
    unchanged: { pages: pages.length - pageChanges.length, files: files.length - fileChanges.length },
    ...planSettings(wantedPortal, knownPortal),
    url: knownPortal.settings?.url ?? knownPortal.summary?.url,
    records,
    summary: knownPortal.summary,
    isUnconfirmed: knownPortal.isUnconfirmed,
  };
}

function planPage(
  page: WantedPage,
  { records, conflicts }: KnownPortal,
  from: PortalRecord | undefined,
): PortalChange[] {
  const { path, file } = page;
  const key = getPortalKey({ kind: 'page', path });
  const reason = conflicts.get(key);
  if (reason) return [{ what: 'page', kind: 'conflict', path, file, reason, isWanted: true }];
  const before = records.get(key);
  if (from) return [{ what: 'page', kind: 'move', path, page, before: from }];
  if (!before || before.digest === null) return [{ what: 'page', kind: 'create', path, page }];
  return before.digest === computePageDigest(page) ? [] : [{ what: 'page', kind: 'update', path, page, before }];
}

function planFile(file: WantedFile, { records, conflicts }: KnownPortal): PortalChange[] {
  const { path } = file;
  const key = getPortalKey({ kind: 'file', path });
  const reason = conflicts.get(key);
  if (reason) return [{ what: 'file', kind: 'conflict', path, file: file.file, reason, isWanted: true }];
  const before = records.get(key);
  if (!before || before.digest === null) return [{ what: 'file', kind: 'create', path, file }];
  return before.blob === file.blob ? [] : [{ what: 'file', kind: 'update', path, file, before }];
}

/**
 * Finds the pages that were published at another path before. A former page has the same document, the same text, or, if only one page qualifies, the same
 * title and file name.
 * @returns the record of the former page by the new path
 */
function findPageMoves(
  pages: readonly WantedPage[],
  goneRecords: readonly PortalRecord[],
  { records, conflicts }: KnownPortal,
): ReadonlyMap<string, PortalRecord> {
  const isNew = ({ path }: WantedPage) => {
    const key = getPortalKey({ kind: 'page', path });
    return !conflicts.has(key) && (records.get(key)?.digest ?? null) === null;
  };
  const isUsable = (record: PortalRecord) =>
    record.kind === 'page' && record.digest !== null && !conflicts.has(getPortalKey(record));
  const newPages = pages.filter(isNew);
  const sources = newPages.length === 0 ? [] : goneRecords.filter(isUsable);
  const moves = new Map<string, PortalRecord>();
  if (sources.length === 0) return moves;
  const takenRecords = new Set<PortalRecord>();
  const match = (getPageSign: (page: WantedPage) => string, getRecordSign: (record: PortalRecord) => string) => {
    const bySign = Map.groupBy(
      sources.filter((record) => !takenRecords.has(record)),
      getRecordSign,
    );
    const open = Map.groupBy(
      newPages.filter(({ path }) => !moves.has(path)),
      getPageSign,
    );
    for (const [sign, [page, otherPage]] of open) {
      const [record, otherRecord] = bySign.get(sign) ?? [];
      if (!page || !record || otherPage || otherRecord) continue;
      moves.set(page.path, record);
      takenRecords.add(record);
    }
  };
  match(
    ({ file }) => file,
    ({ file }) => file,
  );
  match(computePageTextDigest, ({ text = '' }) => text);
  match(
    ({ title, file }) => JSON.stringify([title, getFileName(file)]),
    ({ title, file }) => JSON.stringify([title, getFileName(file)]),
  );
  return moves;
}

const getFileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function planSettings(
  wantedPortal: WantedPortal | undefined,
  { summary, settings, hasFindings }: KnownPortal,
): Pick<PortalPlan, 'navigation' | 'title' | 'navigationDigest' | 'hasFindings'> {
  const entries = wantedPortal?.navigation ?? null;
  const digest = computeNavigationDigest(entries);
  const recordedDigest = summary?.navigation;
  const title = settings && !settings.title ? wantedPortal?.title : undefined;
  const unchangedSettings = { navigation: undefined, title, navigationDigest: recordedDigest, hasFindings };
  if (!settings) {
    if (digest === recordedDigest) return unchangedSettings;
    return { ...unchangedSettings, navigation: { kind: digest === undefined ? 'remove' : 'set', entries } };
  }
  const current = computeNavigationDigest(settings.navigation);
  if (current === digest)
    return { ...unchangedSettings, navigationDigest: digest, hasFindings: hasFindings || digest !== recordedDigest };
  const isOwn = current === undefined || isOwnNavigation(summary, current);
  if (isOwn) return { ...unchangedSettings, navigation: { kind: digest === undefined ? 'remove' : 'set', entries } };
  if (digest === undefined)
    return {
      ...unchangedSettings,
      navigationDigest: undefined,
      hasFindings: hasFindings || recordedDigest !== undefined,
    };
  return { ...unchangedSettings, navigation: { kind: 'conflict', entries } };
}

/** Returns whether this repository has published a navigation, or may have. */
export function isOwnNavigation(summary: PortalSummary | undefined, digest: string): boolean {
  return digest === summary?.navigation || (summary?.nextNavigations?.includes(digest) ?? false);
}

/** Returns whether publishing the plan would send nothing and change no record. */
export function isPortalSettled(plan: PortalPlan | undefined): boolean {
  if (!plan) return true;
  return !plan.hasFindings && !hasPortalRequests(plan);
}

/** Returns whether the plan changes something on the platform. */
export function hasPortalRequests({ changes, navigation, title }: PortalPlan): boolean {
  const isNavigationChanged = navigation !== undefined && navigation.kind !== 'conflict';
  return isNavigationChanged || title !== undefined || changes.some(({ kind }) => kind !== 'conflict');
}

/** A change that uploads a file. */
export type FileChange = Extract<PortalChange, { what: 'file'; kind: 'create' | 'update' }>;

export function isUpload(change: PortalChange): change is FileChange {
  return change.what === 'file' && (change.kind === 'create' || change.kind === 'update');
}

export function isPageWrite(change: PortalChange): change is Extract<PortalChange, { page: object }> {
  return 'page' in change;
}

/** Returns whether the portal will still differ from the repository after the plan, because others have created or changed parts of it. */
export function hasPortalConflicts(plan: PortalPlan | undefined): boolean {
  if (!plan) return false;
  return plan.navigation?.kind === 'conflict' || plan.changes.some(({ kind }) => kind === 'conflict');
}

/** The deletions of a plan that removes most of the published pages. */
export interface PortalLoss {
  readonly losing: number;
  /** Number of published pages. */
  readonly of: number;
}

/** Number of pages that a run may delete without confirmation. */
const MAX_UNCONFIRMED_PAGES = 10;

/** Returns the losses of a plan that deletes more than 10 pages and more than half of all of them. Moved pages are not lost. */
export function findPortalLoss({ changes, records }: PortalPlan): PortalLoss | undefined {
  const published = [...records.values()].filter(({ kind, digest }) => kind === 'page' && digest !== null).length;
  const losing = changes.filter(({ what, kind }) => what === 'page' && kind === 'delete').length;
  return losing > MAX_UNCONFIRMED_PAGES && losing > published / 2 ? { losing, of: published } : undefined;
}
