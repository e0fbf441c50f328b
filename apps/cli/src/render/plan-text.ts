import {
  type ChangedDocument,
  type ChangeRow,
  describeChange,
  describeChanges,
  groupChangesByDocument,
} from '@context-sync/engine/report/describe-changes';
import { describePlan } from '@context-sync/engine/report/headline';
import type { Report } from '@context-sync/engine/report/report-model';
import { formatLineRange, pluralize } from '@context-sync/engine/report/report-wording';
import type { Style } from '../terminal/style.ts';

/** Maximum number of changes that are listed as single items. If there are more changes, the list has one line for each document. */
const MAX_ITEM_LINES = 60;
const MAX_DOCUMENT_LINES = 100;

/** Renders the changes of a plan by document, and the totals. */
export function renderPlanText(report: Report, style: Style, showsAll = false): string {
  const { plan, counts } = report;
  if (!plan) return `No changes: ${pluralize(counts.unchanged, 'item')} up to date`;
  const documents = groupChangesByDocument(plan.changes, plan.gone);
  const rowCount = documents.reduce((sum, { rows }) => sum + rows.length, 0);
  const listsItems = showsAll || rowCount <= MAX_ITEM_LINES;
  const listedDocuments = showsAll ? documents : documents.slice(0, MAX_DOCUMENT_LINES);
  const lines = listedDocuments.flatMap((document) => [
    renderDocument(document, style),
    ...(listsItems ? document.rows.map((row) => renderRow(row, style)) : []),
  ]);
  const omittedCount = documents.length - listedDocuments.length;
  if (omittedCount > 0) lines.push(style.dim(`and ${pluralize(omittedCount, 'document')} more; --all lists them`));
  const total = style.bold(`Plan: ${describePlan(plan.changes, counts.unchanged)}`);
  return [...lines, ...(lines.length > 0 ? [''] : []), total].join('\n');
}

function renderDocument({ path, isDeleted, rows }: ChangedDocument, style: Style): string {
  const note = isDeleted ? ', document deleted' : '';
  return `${style.bold(path)}  ${style.dim(`${describeChanges(rows, 'planned')}${note}`)}`;
}

function renderRow(row: ChangeRow, style: Style): string {
  const { item, title } = row;
  const facts = item
    ? `  ${style.dim(`lines ${formatLineRange(item.lines)}, ${pluralize(item.content.length, 'character')}`)}`
    : '';
  return `  ${markKind(row, style)} ${title}${facts}`;
}

/** Returns the sign of a change with its color: `+` for new, `~` for changed, `-` for removed. */
export function markKind(row: Pick<ChangeRow, 'kind'>, style: Style): string {
  switch (row.kind) {
    case 'create':
    case 'restore':
      return style.green('+');
    case 'update':
    case 'supersede':
      return style.yellow('~');
    case 'delete':
    case 'orphan':
    case 'forget':
      return style.red('-');
    case 'defer':
      return `${style.dim('=')} ${style.dim(`${describeChange(row, 'planned')}:`)}`;
    case 'wait':
    case 'hold':
      return `${style.yellow('?')} ${describeChange(row, 'planned')}:`;
  }
}
