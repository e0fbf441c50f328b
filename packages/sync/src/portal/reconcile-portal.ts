import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DocsExtensions, ListedPage, RemotePage } from '@context-sync/core';
import { getPortalKey } from '../state/state-files.ts';
import { LEASE_MS } from '../state/state-lease.ts';
import type { PortalRecord, PortalRecords, PortalSummary, Writer } from '../state/state-schema.ts';
import type { KnownPortal, PortalConflict } from './portal-plan.ts';
import {
  computeNavigationDigest,
  computePageDigest,
  computePageTextDigest,
  type WantedFile,
  type WantedPage,
  type WantedPortal,
} from './wanted-portal.ts';

/** Number of pages that are read at the same time. */
const READ_CONCURRENCY = 4;

export interface ReconcileInput {
  readonly docs: DocsExtensions;
  readonly project: string;
  readonly wanted: WantedPortal | undefined;
  readonly summary: PortalSummary | undefined;
  readonly records: PortalRecords;
  /** The identity of this run, and the current time. */
  readonly me: Writer;
  /** Whether to import pages whose source is the same document, because the state was lost. */
  readonly adopt: boolean;
  readonly readFile: (file: WantedFile) => Promise<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Compares the records with what the platform contains. Determines which requests of interrupted runs were executed, and what people or other repositories
 * have created or changed.
 * @throws ApiError
 */
export async function reconcilePortal(reconcileInput: ReconcileInput): Promise<KnownPortal> {
  const { docs, project, summary, records, signal, me } = reconcileInput;
  // A request that a killed run sent last may still be executed, so the records keep the content of the request until the lease of its run ends. This also
  // applies to requests of an earlier round of this run whose responses were lost.
  const isOpen = summary?.by !== undefined && Math.abs(me.at - summary.by.at) < LEASE_MS;
  const input: OpenReconcileInput = { ...reconcileInput, isOpen };
  const options = signal ? { signal } : {};
  const pages = new Map<string, ListedPage>();
  for await (const part of docs.listDocsPages(project, options)) for (const page of part) pages.set(page.path, page);
  const files = new Map<string, string>();
  for await (const part of docs.listDocsFiles(project, options))
    for (const { path, sha256 } of part) files.set(path, sha256);
  const settings = await docs.getDocsSettings(project, options);
  const portalFindings = [...(await reconcilePages(input, pages)), ...(await reconcileFiles(input, files))];
  const newRecords = new Map(portalFindings.flatMap(({ key, record }) => (record ? [[key, record] as const] : [])));
  const unconfirmedRecords = [...records].filter(
    ([key, { next }]) => isOpen && next !== undefined && !newRecords.has(key),
  );
  for (const [key, { digest: _digest, etag: _etag, ...record }] of unconfirmedRecords)
    newRecords.set(key, { ...record, digest: null });
  const navigation = computeNavigationDigest(settings.navigation);
  const isNavigationOpen = isOpen && (summary?.nextNavigations ?? []).some((digest) => digest !== navigation);
  const isUnconfirmed = isNavigationOpen || [...newRecords.values()].some(({ next }) => next !== undefined);
  const hasEndedRun = summary?.by !== undefined && !isUnconfirmed;
  const conflicts = new Map(
    portalFindings.flatMap(({ key, conflict }) => (conflict ? [[key, conflict] as const] : [])),
  );
  const hasFindings = hasEndedRun || !isSameRecords(records, newRecords);
  return { summary, records: newRecords, conflicts, settings, hasFindings, isUnconfirmed };
}

interface OpenReconcileInput extends ReconcileInput {
  /** Whether a request of an interrupted run may still be executed. */
  readonly isOpen: boolean;
}

interface PortalFinding {
  readonly key: string;
  readonly record?: PortalRecord | undefined;
  readonly conflict?: PortalConflict;
}

async function reconcilePages(
  input: OpenReconcileInput,
  listedPages: ReadonlyMap<string, ListedPage>,
): Promise<PortalFinding[]> {
  const { docs, project, records, signal, isOpen } = input;
  const wantedPages = new Map(input.wanted?.pages.map((page) => [page.path, page]));
  const findings: PortalFinding[] = [];
  const unclear: ListedPage[] = [];
  for (const page of listedPages.values()) {
    const key = getPortalKey({ kind: 'page', path: page.path });
    const record = records.get(key);
    if (!record && !wantedPages.has(page.path)) continue;
    if (record?.etag === page.etag && record.digest !== null)
      findings.push({ key, record: keepNext(record, record, isOpen) });
    else unclear.push(page);
  }
  for (let start = 0; start < unclear.length; start += READ_CONCURRENCY) {
    const part = unclear.slice(start, start + READ_CONCURRENCY);
    const read = await Promise.all(part.map(({ path }) => docs.getDocsPage(project, path, signal ? { signal } : {})));
    for (const page of read) if (page) findings.push(judgePage(input, page, wantedPages.get(page.path)));
  }
  return findings;
}

/** Decides whether this repository has published a page whose ETag is not recorded. */
function judgePage(
  { records, adopt, isOpen }: OpenReconcileInput,
  page: RemotePage,
  wantedPage: WantedPage | undefined,
): PortalFinding {
  const key = getPortalKey({ kind: 'page', path: page.path });
  const record = records.get(key);
  const { source, etag, path } = page;
  const { file = '', editUrl } = source ?? {};
  const content = { ...page, file, ...(editUrl === undefined ? {} : { editUrl }) };
  const digest = computePageDigest(content);
  const isSameSource = source !== null && file === wantedPage?.file && editUrl === wantedPage.editUrl;
  const isOwn =
    (record !== undefined && (digest === record.digest || record.next?.includes(digest) === true)) ||
    (wantedPage !== undefined && digest === computePageDigest(wantedPage)) ||
    (adopt && isSameSource);
  if (!isOwn) return createConflict(key, record, isOpen);
  const text = computePageTextDigest(page);
  const own: PortalRecord = { kind: 'page', path, file, title: page.title, digest, etag, text };
  return { key, record: keepNext(own, record, isOpen) };
}

async function reconcileFiles(
  input: OpenReconcileInput,
  listedFiles: ReadonlyMap<string, string>,
): Promise<PortalFinding[]> {
  const { records, isOpen } = input;
  const wantedFiles = new Map(input.wanted?.files.map((file) => [file.path, file]));
  const findings: PortalFinding[] = [];
  for (const [path, sha256] of listedFiles) {
    const key = getPortalKey({ kind: 'file', path });
    const record = records.get(key);
    const file = wantedFiles.get(path);
    if (!record && !file) continue;
    if (record?.digest === sha256) {
      findings.push({ key, record: keepNext(record, record, isOpen) });
      continue;
    }
    const isWantedContent = file !== undefined && computeSha256(await input.readFile(file)) === sha256;
    if (isWantedContent)
      findings.push({
        key,
        record: keepNext({ kind: 'file', path, file: file.file, blob: file.blob, digest: sha256 }, record, isOpen),
      });
    else if (record?.next?.includes(sha256))
      // The file has content that an interrupted run has uploaded, and the ID of its git object is unknown.
      findings.push({
        key,
        record: keepNext({ kind: 'file', path, file: record.file, digest: sha256 }, record, isOpen),
      });
    else findings.push(createConflict(key, record, isOpen));
  }
  return findings;
}

function createConflict(key: string, record: PortalRecord | undefined, isOpen: boolean): PortalFinding {
  return record?.digest
    ? { key, record: keepNext(record, record, isOpen), conflict: 'changed' }
    : { key, conflict: 'exists' };
}

/** Returns a record with the versions of the page or file that runs may still publish. */
function keepNext(
  { next: _next, ...record }: PortalRecord,
  before: PortalRecord | undefined,
  isOpen: boolean,
): PortalRecord {
  const next = isOpen ? (before?.next ?? []).filter((digest) => digest !== record.digest) : [];
  return next.length > 0 ? { ...record, next } : record;
}

export function computeSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function isSameRecords(one: PortalRecords, other: PortalRecords): boolean {
  return one.size === other.size && [...one].every(([key, record]) => isDeepStrictEqual(record, other.get(key)));
}
