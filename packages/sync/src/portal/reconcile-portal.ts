import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DocsExtensions, ListedPage, RemotePage } from '@context-sync/core';
import { getPortalKey } from '../state/state-files.ts';
import { isInProgress } from '../state/state-lease.ts';
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
  /** This run. */
  readonly me: Writer;
  /** Whether to take over pages whose source names the same document, because the state was lost. */
  readonly adopt: boolean;
  readonly readFile: (file: WantedFile) => Promise<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Compares the records with what the platform contains. Determines which requests of interrupted runs were executed, and what people or other
 * repositories have written.
 * @throws ApiError
 */
export async function reconcilePortal(input: ReconcileInput): Promise<KnownPortal> {
  const { docs, project, summary, records, signal } = input;
  const options = signal ? { signal } : {};
  const pages = new Map<string, ListedPage>();
  for await (const part of docs.listDocsPages(project, options)) for (const page of part) pages.set(page.path, page);
  const files = new Map<string, string>();
  for await (const part of docs.listDocsFiles(project, options))
    for (const { path, sha256 } of part) files.set(path, sha256);
  const settings = await docs.getDocsSettings(project, options);
  const found = [...(await reconcilePages(input, pages)), ...(await reconcileFiles(input, files))];
  const newRecords = new Map(found.flatMap(({ key, record }) => (record ? [[key, record] as const] : [])));
  // A request that a killed run sent last may still be executed, so pages that it may create are not forgotten before its lease ends.
  const isOpen = isInProgress(summary?.by, input.me);
  const wantedKeys = new Set(listWantedKeys(input.wanted));
  const unconfirmed = [...records].filter(
    ([key, { next }]) => isOpen && next !== undefined && !newRecords.has(key) && !wantedKeys.has(key),
  );
  for (const [key, { digest: _digest, etag: _etag, ...record }] of unconfirmed)
    newRecords.set(key, { ...record, digest: null });
  const navigation = computeNavigationDigest(settings.navigation);
  const isNavigationOpen = isOpen && (summary?.nextNavigations ?? []).some((digest) => digest !== navigation);
  const isUnconfirmed = unconfirmed.length > 0 || isNavigationOpen;
  const hasEndedRun = summary?.by !== undefined && !isUnconfirmed;
  const conflicts = new Map(found.flatMap(({ key, conflict }) => (conflict ? [[key, conflict] as const] : [])));
  const hasFindings = hasEndedRun || !isSameRecords(records, newRecords);
  return { summary, records: newRecords, conflicts, settings, hasFindings, isUnconfirmed };
}

function listWantedKeys({ pages, files }: WantedPortal = { pages: [], files: [], navigation: null }): string[] {
  return [
    ...pages.map(({ path }) => getPortalKey({ kind: 'page', path })),
    ...files.map(({ path }) => getPortalKey({ kind: 'file', path })),
  ];
}

interface PortalFinding {
  readonly key: string;
  readonly record?: PortalRecord | undefined;
  readonly conflict?: PortalConflict;
}

async function reconcilePages(input: ReconcileInput, held: ReadonlyMap<string, ListedPage>): Promise<PortalFinding[]> {
  const { docs, project, records, signal } = input;
  const wanted = new Map(input.wanted?.pages.map((page) => [page.path, page]));
  const findings: PortalFinding[] = [];
  const unclear: ListedPage[] = [];
  for (const page of held.values()) {
    const key = getPortalKey({ kind: 'page', path: page.path });
    const record = records.get(key);
    if (!record && !wanted.has(page.path)) continue;
    if (record?.etag === page.etag && record.digest !== null) findings.push({ key, record: withoutNext(record) });
    else unclear.push(page);
  }
  for (let start = 0; start < unclear.length; start += READ_CONCURRENCY) {
    const part = unclear.slice(start, start + READ_CONCURRENCY);
    const read = await Promise.all(part.map(({ path }) => docs.getDocsPage(project, path, signal ? { signal } : {})));
    for (const page of read) if (page) findings.push(judgePage(input, page, wanted.get(page.path)));
  }
  return findings;
}

/** Decides whether this repository has published a page whose ETag is not recorded. */
function judgePage(
  { records, adopt }: ReconcileInput,
  page: RemotePage,
  wanted: WantedPage | undefined,
): PortalFinding {
  const key = getPortalKey({ kind: 'page', path: page.path });
  const record = records.get(key);
  const { source, etag, path } = page;
  const { file = '', editUrl } = source ?? {};
  const content = { ...page, file, ...(editUrl === undefined ? {} : { editUrl }) };
  const digest = computePageDigest(content);
  const isSameSource = source !== null && file === wanted?.file && editUrl === wanted.editUrl;
  const isOwn =
    (record !== undefined && (digest === record.digest || digest === record.next)) ||
    (wanted !== undefined && digest === computePageDigest(wanted)) ||
    (adopt && isSameSource);
  if (!isOwn) return createConflict(key, record);
  const text = computePageTextDigest(page);
  return { key, record: { kind: 'page', path, file, title: page.title, digest, etag, text } };
}

async function reconcileFiles(input: ReconcileInput, held: ReadonlyMap<string, string>): Promise<PortalFinding[]> {
  const { records } = input;
  const wanted = new Map(input.wanted?.files.map((file) => [file.path, file]));
  const findings: PortalFinding[] = [];
  for (const [path, sha256] of held) {
    const key = getPortalKey({ kind: 'file', path });
    const record = records.get(key);
    const file = wanted.get(path);
    if (!record && !file) continue;
    if (record?.digest === sha256) {
      findings.push({ key, record: withoutNext(record) });
      continue;
    }
    const isWantedContent = file !== undefined && computeSha256(await input.readFile(file)) === sha256;
    if (isWantedContent)
      findings.push({ key, record: { kind: 'file', path, file: file.file, blob: file.blob, digest: sha256 } });
    else if (record && record.next === sha256)
      // The file has the content of an interrupted run, which is not that of any known git object.
      findings.push({ key, record: { kind: 'file', path, file: record.file, digest: sha256 } });
    else findings.push(createConflict(key, record));
  }
  return findings;
}

function createConflict(key: string, record: PortalRecord | undefined): PortalFinding {
  return record?.digest ? { key, record: withoutNext(record), conflict: 'changed' } : { key, conflict: 'exists' };
}

function withoutNext({ next: _next, ...record }: PortalRecord): PortalRecord {
  return record;
}

export function computeSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function isSameRecords(one: PortalRecords, other: PortalRecords): boolean {
  return one.size === other.size && [...one].every(([key, record]) => isDeepStrictEqual(record, other.get(key)));
}
