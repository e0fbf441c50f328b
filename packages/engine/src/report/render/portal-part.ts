import type { PortalChange } from '@context-sync/sync';
import {
  describePortal,
  describePortalChange,
  getConflictFix,
  getPortalChanges,
  getPortalFile,
} from '../describe-portal.ts';
import type { Report } from '../report-model.ts';
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
  const address = `[the portal](${report.portal?.url ?? ''})`;
  const before = `### Docs portal\n\n${tense === 'done' ? 'In' : 'Merging changes'} ${address}: **${words}**.${describeVisibility(report)}`;
  if (rows.length === 0) return createStaticPart(before);
  return createRowsPart({ ...options, before, head: formatTableHead(['Page or file', 'Document', 'Change']), rows });
}

const NAVIGATION_CONFLICT = formatTableRow([
  'the navigation',
  '',
  'not changed: people or another repository wrote the current navigation; set it to null in the settings of the docs to replace it',
]);

function formatRow(change: PortalChange, words: string): string {
  return formatTableRow([formatInlineCode(change.path), formatInlineCode(getPortalFile(change)), words]);
}

function describeVisibility({ result }: Report): string {
  return result?.portal?.published === false
    ? ' The portal is not open to readers yet: set <code>published</code> in the settings of the docs.'
    : '';
}
