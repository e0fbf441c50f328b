import { createHash } from 'node:crypto';
import { prepareReport } from '../feedback/prepare-report.ts';
import type { FeedbackKind } from '../feedback/store.ts';
import { getStoredReport, type StoredReport } from '../feedback/stored-report.ts';
import type { VisiblePages } from './portal.tsx';
import type { DocsServices } from './services.ts';

/** Report of a reader. */
export interface ReaderReport {
  readonly kind: FeedbackKind;
  readonly detail: string;
  /** Path of the page. */
  readonly page: string;
}

/**
 * Stores a report of a reader without an account about a page. Of the IP address, only a hash is stored, for one day.
 * @param pages pages that the reader can see. A report about another page is stored without a subject
 * @param address IP address of the reader
 * @throws HttpError if there are too many reports
 */
export async function storeReaderReport(
  services: DocsServices,
  projectId: string,
  pages: VisiblePages,
  address: string,
  { kind, detail, page }: ReaderReport,
): Promise<StoredReport> {
  const day = new Date().toISOString().slice(0, 10);
  const id = `reader_${createHash('sha256')
    .update(JSON.stringify([projectId, day, address]))
    .digest('hex')
    .slice(0, 32)}`;
  const isUseCase = pages.useCases.pages.has(page);
  const about = pages.byPath.has(page) ? ({ type: isUseCase ? 'use-case' : 'page', ref: page } as const) : null;
  const input = { kind, detail, about, impact: null, task: null, suggestion: null, agent: null };
  const report = await prepareReport(services, projectId, 'portal', { id }, input);
  return getStoredReport(
    await services.store.transaction((operations) => operations.feedback.report(projectId, report)),
  );
}
