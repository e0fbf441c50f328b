import { describeChanges } from '@context-sync/engine/report/describe-changes';
import { formatLineRange, pluralize } from '@context-sync/engine/report/report-wording';
import type { DividedPlan } from '@context-sync/engine/report/reviewed/divide-plan';
import type { FileCause, ReviewedItem, ReviewedRow } from '@context-sync/engine/report/reviewed/reviewed-row';
import { type DiffPart, diffWords } from '@context-sync/engine/review/word-diff';
import { removeSourceLine } from '@context-sync/sync';
import { markKind } from '../render/plan-text.ts';
import type { Style } from '../terminal/style.ts';

/** Number of unchanged characters that are shown before and after a difference. */
const CONTEXT_CHARACTERS = 80;
/** Maximum length of the text of a new or deleted item. */
const MAX_TEXT_CHARACTERS = 600;
/** Maximum number of paths and causes in a line. */
const MAX_NAMES = 3;

/** Renders the differences of two commits: each changed item with its difference, then moves and affected pages, then the totals. */
export function renderDiffText(
  { items, rows, own, others }: DividedPlan,
  unchangedCount: number,
  style: Style,
): string {
  const totals = describeChanges([...own, ...others], 'planned')
    .replaceAll('to create', 'new')
    .replaceAll('to update', 'changed')
    .replaceAll('to delete', 'deleted');
  const otherRows = rows.filter(({ type }) => type === 'move' || type === 'affected');
  return [
    ...items.map((item) => renderItem(item, style)),
    ...(otherRows.length > 0 ? [otherRows.map((row) => renderRow(row, style)).join('\n')] : []),
    style.bold(`${totals === '' ? 'No differences' : totals}, ${pluralize(unchangedCount, 'item')} unchanged`),
  ].join('\n\n');
}

function renderItem({ row, old, why }: ReviewedItem, style: Style): string {
  const lines = row.item?.lines ?? old?.lines;
  const place = `${row.path}${lines ? `:${formatLineRange(lines)}` : ''}`;
  const title = old && row.item && old.title !== row.item.title ? `${old.title} → ${row.title}` : row.title;
  return `${markKind(row, style)} ${style.bold(title)}  ${style.dim(`${place}, ${why}`)}\n${renderTexts(old?.content, row.item?.content, style)}`;
}

function renderTexts(before: string | undefined, after: string | undefined, style: Style): string {
  const [old, current] = [before, after].map((text) => (text === undefined ? undefined : removeSourceLine(text)));
  const parts = old === undefined || current === undefined ? undefined : diffWords(old, current);
  if (parts) return indent(parts.map((part, index) => renderPart(part, index, parts.length, style)).join(''));
  return [
    ...(old === undefined ? [] : [indent(style.red(shorten(old)), '-')]),
    ...(current === undefined ? [] : [indent(style.green(shorten(current)), '+')]),
  ].join('\n');
}

/** Renders a part of a difference: in color on a terminal, and in the notation of `git diff --word-diff` elsewhere. */
function renderPart({ kind, text }: DiffPart, index: number, count: number, style: Style): string {
  if (kind === 'removed') return style.isColored ? style.red(text) : `[-${text}-]`;
  if (kind === 'added') return style.isColored ? style.green(text) : `{+${text}+}`;
  const start = index === 0 ? '' : text.slice(0, CONTEXT_CHARACTERS);
  const end = index === count - 1 ? '' : text.slice(-CONTEXT_CHARACTERS);
  return start.length + end.length >= text.length ? text : `${start} ${style.dim('…')} ${end}`;
}

function shorten(text: string): string {
  return text.length <= MAX_TEXT_CHARACTERS ? text : `${text.slice(0, MAX_TEXT_CHARACTERS)} …`;
}

function indent(text: string, sign = ' '): string {
  return text
    .replaceAll(/\n{2,}/g, '\n')
    .split('\n')
    .map((line) => `  ${sign} ${line}`.trimEnd())
    .join('\n');
}

function renderRow(row: ReviewedRow, style: Style): string {
  if (row.type === 'move') {
    const { from, to, items, unchanged } = row.move;
    const text = unchanged === items ? 'text unchanged' : `${items - unchanged} with another text`;
    return `${style.cyan('→')} ${style.bold(to)}  ${style.dim(`moved from ${from}, ${row.documents === 1 ? '' : `${pluralize(row.documents, 'page')}, `}${pluralize(items, 'item')}, ${text}`)}`;
  }
  if (row.type !== 'affected') return '';
  const causes = row.causes.map(({ path, verb }: FileCause) => `${path} ${verb}`);
  const reason =
    causes.length === 0 ? 'because of the configuration of the site' : `because ${listSome(causes, 'file')}`;
  const addresses = row.isAddressOnly ? 'only URLs, ' : '';
  return `${markKind(row, style)} ${pluralize(row.items, 'item')} in ${listSome(row.paths, 'page')}  ${style.dim(`${addresses}${reason}`)}`;
}

function listSome(names: readonly string[], noun: string): string {
  const more = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${pluralize(more, noun)} more` : ''}`;
}
