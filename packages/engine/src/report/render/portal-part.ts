import type { PortalChange } from '@context-sync/sync';
import {
  describePortal,
  describePortalChange,
  getConflictFix,
  getPortalChanges,
  getPortalFile,
} from '../describe-portal.ts';
import type { Report } from '../report-model.ts';
import { formatNumber, pluralize } from '../report-wording.ts';
import { formatTableHead, formatTableRow } from '../text/markdown-table.ts';
import { formatMarkdownText } from '../text/markdown-text.ts';
import { formatInlineCode } from '../text/safe-text.ts';
import { createRowsPart, createStaticPart, type ReportPart } from './report-part.ts';
import type { PartOptions } from './shared-parts.ts';

/** Renders the changes of the docs portal. Conflicts and failures come first, because only they require an action from the reader. */
export function renderPortalPart(report: Report, options: PartOptions): ReportPart {
  const portalChanges = getPortalChanges(report);
  const words = describePortal(report);
  if (!portalChanges || words === undefined) return createStaticPart('');
  const { tense, changes, conflicts, result, navigation } = portalChanges;
  const failures = (result?.failures ?? []).map(({ path, error }) =>
    formatTableRow([
      path === undefined ? 'the navigation' : formatInlineCode(path),
      '',
      `failed: ${formatMarkdownText(error.message, 600)}`,
    ]),
  );
  const rows = [
    ...conflicts.map((change) =>
      formatRow(change, `${describePortalChange(change, tense)}; ${getConflictFix(change)}`),
    ),
    ...(navigation?.kind === 'conflict' ? [NAVIGATION_CONFLICT] : []),
    ...failures,
    ...changes.map((change) => formatRow(change, formatMarkdownText(describePortalChange(change, tense)))),
  ];
  const address = formatLink('the portal', report.portal?.url ?? '');
  const before = `### Docs portal\n\n${tense === 'done' ? 'In' : 'Merging changes'} ${address}: **${words}**.${describeVisibility(report)}${renderPreview(report)}`;
  if (rows.length === 0) return createStaticPart(before);
  return createRowsPart({ ...options, before, head: formatTableHead(['Page or file', 'Document', 'Change']), rows });
}

/** Number of days for which the platform keeps a preview. */
const PREVIEW_DAYS = 14;

const NAVIGATION_CONFLICT = formatTableRow([
  'the navigation',
  '',
  'not changed: people or another repository wrote the current navigation; set it to null in the settings of the docs to replace it',
]);

function formatRow(change: PortalChange, words: string): string {
  return formatTableRow([formatInlineCode(change.path), formatInlineCode(getPortalFile(change)), words]);
}

/** Renders the link to the preview of a plan. Equal plans result in equal texts, so it does not contain the time at which the preview expires. */
function renderPreview({ portal }: Report): string {
  if (!portal?.preview) return '';
  const { url, pages, of } = portal.preview;
  const pagesText = pages < of ? `the first ${formatNumber(pages)} of ${pluralize(of, 'page')}` : pluralize(of, 'page');
  return ` ${formatLink(`**Preview of ${pagesText}**`, url)} (not listed, exists for ${PREVIEW_DAYS} days).`;
}

/** Formats a link to a URL that the platform has returned. */
function formatLink(text: string, url: string): string {
  const href = URL.canParse(url) ? new URL(url).href : '';
  const escapedUrl = href.replaceAll(/[()*_<>\\|]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return `[${text}](${escapedUrl})`;
}

function describeVisibility({ result, portal }: Report): string {
  return (result?.portal?.published ?? portal?.isPublished) === false
    ? ' The portal is not open to readers yet: set <code>published</code> in the settings of the docs.'
    : '';
}
