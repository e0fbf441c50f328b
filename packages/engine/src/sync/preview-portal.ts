import { type DocsPreviewLine, formatPageLines, type RemotePreview } from '@context-sync/core';
import { computePlanHash, type PortalPlan, SYSTEM_CLOCK } from '@context-sync/sync';
import { describeProblem } from '../problem/problem.ts';
import { explain } from '../report/explain-failure.ts';
import type { PortalReport } from '../report/report-model.ts';
import { openService } from './open-service.ts';
import type { PlannedSync } from './plan-sync.ts';
import { checkExposedCredentials } from './safety-checks.ts';
import type { SyncInput } from './sync-input.ts';

/** Maximum number of pages of a preview, and their maximum size in bytes, which is below the limit of the service (8 MiB). */
const MAX_PREVIEW_PAGES = 500;
const MAX_PREVIEW_BYTES = 4 * 1024 * 1024;
/** The time after which a plan continues without a preview. */
const TIMEOUT_MS = 60_000;
/** A preview that expires within this time is stored again, which renews it. */
const RENEWAL_MS = 7 * 86_400_000;

/** The data about the portal that the platform returns for a plan. */
type PortalFacts = Partial<Pick<PortalReport, 'url' | 'isPublished' | 'preview'>>;

/**
 * Stores a preview of the pages that a plan creates, updates and moves, unless the platform has this preview. A preview requires a key, a platform that
 * supports previews, and a portal that is open to readers. A failure never fails the plan: it results in one warning.
 */
export async function previewPortal(input: SyncInput, plannedSync: PlannedSync): Promise<PortalFacts> {
  const { settings, log, signal } = input;
  const { portal, docs } = plannedSync;
  const lines = input.previews && portal ? listPreviewLines(portal.plan) : [];
  if (lines.length === 0) return {};
  if (settings.apiKey === '') {
    log.info('The plan has no preview of the docs portal, because api-key is not set');
    return {};
  }
  // Everyone who knows the URL can read a preview.
  if (checkExposedCredentials(docs, settings)) return {};
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await storePreview(input, plannedSync, lines, AbortSignal.any([signal, deadline]));
  } catch (error) {
    if (!signal.aborted) log.warn(`the docs portal has no preview of this plan: ${describeFailure(error, deadline)}`);
    return {};
  }
}

function listPreviewLines({ changes }: PortalPlan): DocsPreviewLine[] {
  return changes.flatMap((change) => {
    if (!('page' in change)) return [];
    const { path, title, description, markdown, order } = change.page;
    return [{ path, title, description, markdown: markdown.toWellFormed(), public: change.page.public, order }];
  });
}

/** @throws ApiError */
async function storePreview(
  { settings, log }: SyncInput,
  { capabilities: knownCapabilities, rounds, service: openedService }: PlannedSync,
  lines: readonly DocsPreviewLine[],
  signal: AbortSignal,
): Promise<PortalFacts> {
  const warn = (text: string) => log.warn(text);
  const { docs, capabilities } = openedService ?? (await openService(settings, knownCapabilities, warn, signal));
  if (!capabilities.docsPages) return {};
  const { project } = settings;
  const { url, published: isPublished } = await docs.getDocsSettings(project, { signal });
  const facts = { ...(url ? { url } : {}), ...(isPublished === undefined ? {} : { isPublished }) };
  if (!isPublished || !capabilities.docsPreviews) return facts;
  const hash = computePlanHash(rounds.plan);
  const storedPreview = await docs.getDocsPreview(project, hash, { signal });
  const previewedLines = limitLines(lines);
  const preview =
    storedPreview && !isExpiring(storedPreview)
      ? storedPreview
      : await docs.putDocsPreview(project, hash, previewedLines, { signal });
  const previewUrl = preview.url ?? new URL(preview.path.replace(/^\//, ''), settings.baseUrl).href;
  return {
    ...facts,
    preview: { url: previewUrl, pages: preview.pages, of: lines.length, expiresAt: preview.expiresAt },
  };
}

/** Returns the first pages that fit into a preview. */
function limitLines(lines: readonly DocsPreviewLine[]): readonly DocsPreviewLine[] {
  let bytes = 0;
  const end = lines.findIndex((line) => {
    bytes += Buffer.byteLength(formatPageLines([line]));
    return bytes > MAX_PREVIEW_BYTES;
  });
  return lines.slice(0, Math.min(MAX_PREVIEW_PAGES, end < 0 ? lines.length : end));
}

function isExpiring({ expiresAt }: RemotePreview): boolean {
  return Date.parse(expiresAt) - SYSTEM_CLOCK.date() < RENEWAL_MS;
}

function describeFailure(error: unknown, deadline: AbortSignal): string {
  if (deadline.aborted) return `the platform did not respond within ${TIMEOUT_MS / 1000} seconds`;
  const problems = explain(error);
  if (problems) return problems.map(describeProblem).join(' ');
  return error instanceof Error ? error.message : String(error);
}
