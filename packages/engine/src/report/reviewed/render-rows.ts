import { describeChange, isSending } from '../describe-changes.ts';
import { createRowsPart, type ReportPart } from '../render/report-part.ts';
import type { PartOptions } from '../render/shared-parts.ts';
import type { Report } from '../report-model.ts';
import { formatLineRange, formatNumber, pluralize } from '../report-wording.ts';
import { linkToFile, linkToLines } from '../text/markdown-link.ts';
import { formatTableHead, formatTableRow } from '../text/markdown-table.ts';
import { formatInlineCode } from '../text/safe-text.ts';
import { CHANGE_ICONS } from './change-icons.ts';
import { type FileCause, type ItemRow, MAX_ROWS, type ReviewedRow } from './reviewed-row.ts';

/** Maximum number of causes and of documents that a row names. */
const MAX_NAMES = 3;
const MAX_FIRST_LINE_CHARACTERS = 80;
/** Maximum length of a path with all folders, and the number of its last segments that are never omitted. */
const MAX_PATH_CHARACTERS = 34;
const MIN_SEGMENTS = 2;
const MAX_SEGMENT_CHARACTERS = 120;
const MAX_TITLE_CHARACTERS = 100;

type RowLinks = Pick<Report, 'repositoryUrl' | 'commit' | 'review'>;

/** Renders the reviewed changes as a table, with the reason and a link to the lines of each change. */
export function renderReviewedRows(rows: readonly ReviewedRow[], report: RowLinks, options: PartOptions): ReportPart {
  return createRowsPart({
    ...options,
    most: MAX_ROWS,
    before: '',
    head: formatTableHead(['Change', 'Item', 'Where', 'Why']),
    rows: rows.map((row) => formatTableRow(getCells(row, report))),
  });
}

function getCells(row: ReviewedRow, report: RowLinks): string[] {
  // A no-break space keeps the icon and the word in one line.
  return [`${CHANGE_ICONS[row.kind]}\u00a0${describeKind(row.kind)}`, ...getDetailCells(row, report)];
}

/** Returns the word for a kind of change. The text above the table explains which items stay on the platform. */
function describeKind(kind: ReviewedRow['kind']): string {
  return kind === 'move' || kind === 'supersede' || kind === 'defer' ? kind : describeChange({ kind }, 'planned');
}

function getDetailCells(row: ReviewedRow, report: RowLinks): [item: string, where: string, why: string] {
  switch (row.type) {
    case 'item':
      return [renderItem(row), renderPlace(row, report), row.why];
    case 'document': {
      const isGone = row.why === 'page deleted';
      return [pluralize(row.items, 'item'), isGone ? formatShortPath(row.path) : linkPath(row.path, report), row.why];
    }
    case 'documents':
      return [pluralize(row.items, 'item'), namePages(row, report), row.why];
    case 'affected':
      return [pluralize(row.items, 'item'), renderPaths(row.paths, report), renderCauses(row)];
    case 'move': {
      const { from, to, items, unchanged } = row.move;
      const text = unchanged === items ? 'text unchanged' : `${formatNumber(items - unchanged)} with another text`;
      const leftoverNote = row.leavesItems ? '; the old items stay' : '';
      const pages = row.documents === 1 ? '' : `${pluralize(row.documents, 'page')}, `;
      const summary = `${pages}${pluralize(items, 'item')}, ${text}${leftoverNote}`;
      return [summary, linkPath(to, report), `moved from ${formatShortPath(from)}`];
    }
  }
}

function renderItem({ row, old }: ItemRow): string {
  const isPublic = row.item?.public === true ? ' · public' : '';
  const isRemoved = !isSending(row) && row.item === undefined;
  const firstLine = isRemoved && old ? getFirstLine(old.content) : '';
  const quotedLine = firstLine === '' ? '' : `: ${formatInlineCode(firstLine, MAX_FIRST_LINE_CHARACTERS)}`;
  return `${formatInlineCode(row.title, MAX_TITLE_CHARACTERS)}${isPublic}${quotedLine}`;
}

/** Returns the first line of text below the heading of an item. */
function getFirstLine(content: string): string {
  const [, ...lines] = content.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => !line.startsWith('#')) ?? '').trim();
}

function renderPlace({ row, old }: ItemRow, report: RowLinks): string {
  const lines = row.item?.lines ?? old?.lines;
  if (!lines) return formatShortPath(row.path);
  const commit = row.item ? report.commit : (report.review?.base ?? '');
  const text = `${formatShortPath(row.path)} ${formatLineRange(lines)}`;
  return linkToLines(text, { ...report, commit }, row.path, lines);
}

function renderPaths(paths: readonly string[], report: RowLinks): string {
  const [only] = paths;
  return only !== undefined && paths.length === 1 ? linkPath(only, report) : pluralize(paths.length, 'page');
}

function namePages({ paths, why }: Extract<ReviewedRow, { type: 'documents' }>, report: RowLinks): string {
  const isGone = why === 'page deleted';
  const pathLinks = paths.slice(0, MAX_NAMES).map((path) => (isGone ? formatShortPath(path) : linkPath(path, report)));
  return paths.length === pathLinks.length
    ? pathLinks.join(', ')
    : `${pluralize(paths.length, 'page')}, such as ${pathLinks.join(', ')}`;
}

function renderCauses({ causes, isAddressOnly }: Extract<ReviewedRow, { type: 'affected' }>): string {
  const causeTexts = causes.slice(0, MAX_NAMES).map(({ path, verb }: FileCause) => `${formatShortPath(path)} ${verb}`);
  const more =
    causes.length > causeTexts.length ? [`${formatNumber(causes.length - causeTexts.length)} more files changed`] : [];
  const effect = isAddressOnly ? '; only URLs change' : '';
  return `only because ${[...causeTexts, ...more].join(' and ')}${effect}`;
}

function linkPath(path: string, report: RowLinks): string {
  return linkToFile(formatShortPath(path), report, path);
}

/** Returns the path. The first folders of a long path are omitted, so that the table fits the width of a comment. */
function formatShortPath(path: string): string {
  const folders = path.split('/');
  let shortPath = path;
  while (shortPath.length > MAX_PATH_CHARACTERS && folders.length > MIN_SEGMENTS) {
    folders.shift();
    shortPath = `…/${folders.join('/')}`;
  }
  return formatInlineCode(shortPath, MAX_SEGMENT_CHARACTERS);
}
