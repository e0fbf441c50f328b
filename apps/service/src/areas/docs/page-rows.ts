import { createHash } from 'node:crypto';
import type { SqlRow } from '../../platform/database/sql.ts';
import { selectColumns } from '../../platform/database/table.ts';
import type { DocsPage, DocsPageInput, DocsPageSummary, DocsSettingsInput } from './store.ts';
import { DOCS_PAGES } from './tables.ts';

const SUMMARY = selectColumns(
  DOCS_PAGES,
  ['path', 'title', 'description', 'public', 'order', 'source', 'etag', 'updatedAt'],
  'p',
);
const TEXT = selectColumns(DOCS_PAGES, ['markdown'], 'p');

/** The columns of a page without its text, for a statement with the table alias `p`. */
export const SUMMARY_COLUMNS = SUMMARY.columns;
/** The columns of a page. */
export const PAGE_COLUMNS = `${SUMMARY.columns}, ${TEXT.columns}`;

export function parseSummary(row: SqlRow): DocsPageSummary {
  const { source, ...summary } = SUMMARY.parse(row);
  return { ...summary, source: source === null ? null : JSON.parse(source) };
}

export const parsePage = (row: SqlRow): DocsPage => ({ ...parseSummary(row), ...TEXT.parse(row) });

/** Returns the ETag of a page or of settings. The ETag depends only on values that clients set. */
export function computeEtag(content: (DocsPageInput & { readonly path: string }) | DocsSettingsInput): string {
  return `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 27)}"`;
}

/** Returns the ETag that a page will have after it is stored. */
export function computePageEtag(path: string, page: DocsPageInput): string {
  return computeEtag({ path, ...page, markdown: page.markdown.toWellFormed() });
}
