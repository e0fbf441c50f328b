import type { ApplyResult, Change, Leftover } from '@context-sync/sync';
import type { Report } from '../run/report.ts';
import type { Fault } from '../user-error.ts';
import { changeRows, titleOf } from './changes.ts';
import { explainFailure } from './explain.ts';
import { count, countsInWords } from './phrases.ts';
import { code } from './safe-text.ts';
import { findingInWords, verifiedInWords } from './verified.ts';

/** GitHub shows no summary over 1 MiB at all. */
const SIZE_LIMIT = 900_000;

/** How a person settles what is in doubt. */
const SETTLE =
  'run once with <code>on-in-doubt</code> set to <code>assume-created</code> if it is there, or <code>resend</code> if it is not';

/** Rows of a table that are shown; the plan file has the rest. Keeps a summary far under GitHub's limit of 1 MiB. */
const ROW_LIMIT = 200;

/** The job summary of a run that came to an end. */
export function summary(report: Report): string {
  const { project, commit, outcome, plan, result, counts, skipped, remarks } = report;
  const failed = result?.failures.length ?? 0;
  const changes = result ? result.done.map(({ change }) => change) : (plan?.changes ?? []);
  return bounded([
    [`## Context Sync: ${HEADINGS[outcome === 'applied' ? (result?.end ?? 'complete') : outcome]}`],
    [`Project ${code(project)} at commit ${code(commit.slice(0, 7))}: **${countsInWords(counts, failed)}**.`],
    [connectLine(report)],
    [lineOf(verifiedInWords(report.verified))],
    section('Failures', failureRows(result)),
    section(result ? 'What changed' : 'What would change', changeTable(changes)),
    section('Found on the platform', foundRows(report)),
    section('Still on the platform', leftoverRows(report.leftovers)),
    section(
      'Skipped files',
      table(
        ['File', 'Reason'],
        skipped.map(({ path, reason }) => [code(path), code(reason)]),
      ),
    ),
    section(
      'Warnings',
      table(
        ['File', 'Line', 'Warning'],
        remarks.map(({ path, line, message }) => [code(path), String(line), code(message)]),
      ),
    ),
  ]);
}

const HEADINGS = {
  unchanged: 'nothing to do',
  outdated: 'a newer commit was synced already',
  planned: 'plan',
  complete: 'synced',
  incomplete: 'synced in part',
  stopped: 'stopped',
  cancelled: 'cancelled',
  'out-of-time': 'out of time, to be continued',
} as const;

/** Joins the sections; one that would make the summary too large for GitHub to show gives way to a line that says so. */
function bounded(sections: readonly (readonly string[])[]): string {
  let text = '';
  for (const lines of sections) {
    const next = lines.filter((line) => line !== '').join('\n\n');
    if (next === '') continue;
    const fits = Buffer.byteLength(text) + Buffer.byteLength(next) < SIZE_LIMIT;
    text += `${fits ? next : `${next.split('\n', 1)[0]}\n\nToo long to be shown here; it is in the plan file.`}\n\n`;
  }
  return `${text.trimEnd()}\n`;
}

/** The job summary of a run that could not start, or broke. */
export function faultSummary(faults: readonly Fault[]): string {
  const rows = faults.map(({ subject, problem, fix }) => [code(subject), code(problem, 600), code(fix, 600)]);
  return ['## Context Sync: could not go on', ...table(['What', 'Problem', 'Fix'], rows)].join('\n\n').concat('\n');
}

function connectLine({ plan, result, dataSourceId, outcome }: Report): string {
  const connect = plan?.connect;
  if (!connect) return '';
  const { owner, repo, branch } = connect.source;
  const what = `${code(`${owner}/${repo}`)}, branch ${code(branch)}`;
  if (outcome === 'planned') return `Would connect ${what} as a data source.`;
  if (connect.kind === 'hold' || result?.connected === 'in-doubt') {
    return `Connecting ${what} is **in doubt**: a run ended while it was asking. Look on the platform, then ${SETTLE}.`;
  }
  if (result?.connected !== 'connected') return `${what} is **not connected** as a data source.`;
  const id = dataSourceId === undefined ? '' : ` (${code(dataSourceId)})`;
  const again = connect.kind === 'connect' && connect.previous !== undefined && !connect.resend;
  const changed = ' again, as its settings have changed; the earlier data source is still on the platform';
  return `Connected ${what} as a data source${id}${again ? changed : ''}.`;
}

function changeTable(changes: readonly Change[]): string[] {
  return table(
    ['Item', 'Document', 'Change', 'Characters'],
    changeRows(changes).map(({ verb, path, title, size }) => [
      code(title),
      code(path),
      verb,
      size === undefined ? '' : String(size),
    ]),
  );
}

function failureRows(result: ApplyResult | undefined): string[] {
  const rows = (result?.failures ?? []).map((failure) => {
    const { change } = failure;
    const { problem, fix } = explainFailure(failure);
    return [
      code(change ? titleOf(change) : 'data source'),
      code(change?.path ?? ''),
      code(problem, 600),
      code(fix, 400),
    ];
  });
  return table(['Item', 'Document', 'What the service said', 'Fix'], rows);
}

function leftoverRows(leftovers: readonly Leftover[]): string[] {
  const meaning: Readonly<Record<string, string>> = {
    superseded: 'superseded: its section has changed',
    stale: 'stale: its section is gone',
    creating: 'in doubt: it may or may not be there',
  };
  const rows = leftovers.map(({ path, record }) => [
    code(record.title),
    record.id === undefined ? '' : code(record.id),
    code(path),
    meaning[record.status] ?? '',
  ]);
  const lines = table(['Title', 'Id', 'Document', 'State'], rows);
  if (lines.length === 0) return [];
  const inDoubt = leftovers.some(({ record }) => record.status === 'creating');
  return [
    `The API in use cannot remove items. ${count(rows.length, 'item')} should be looked at on the platform:`,
    ...lines,
    'What somebody has deleted there is listed until a run is told so: run once with <code>forget: all</code>, or with the ids of those items.',
    inDoubt ? `What is in doubt is not sent again by itself. Look on the platform, then ${SETTLE}.` : '',
  ];
}

function lineOf(words: string | undefined): string {
  return words === undefined ? '' : `${words}.`;
}

function foundRows({ verified }: Report): string[] {
  if (!verified) return [];
  const found = verified.corrections
    .filter(({ finding }) => finding !== 'identified' && finding !== 'adopted')
    .map((correction) => [code(correction.record.title), code(correction.path), findingInWords(correction)]);
  const others = verified.unknown.map(({ title, id }) => [
    code(title),
    code(id),
    'not from this repository, left alone',
  ]);
  return table(['Item', 'Document or id', 'Found'], [...found, ...others]);
}

function section(title: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`### ${title}`, ...parts];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const shown = rows.slice(0, ROW_LIMIT).map(line);
  const lines = [line(head), line(head.map(() => '---')), ...shown].join('\n');
  return rows.length > ROW_LIMIT ? [lines, `… and ${rows.length - ROW_LIMIT} more, all in the plan file.`] : [lines];
}
