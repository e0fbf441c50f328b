import type { Plan } from '@context-sync/sync';
import { countsOf } from '@context-sync/sync';
import type { ReadDocs } from '../../docs/read-docs.ts';
import { changeInWords, changeRows } from '../changes.ts';
import { planInWords } from '../headline.ts';
import { audienceOf } from '../visibility-changes.ts';
import { count } from '../wording.ts';
import { docsAnnotations } from './annotations.ts';
import { Annotator } from './annotator.ts';
import { info, isGitHubActions, printGroup } from './console.ts';

/** Milliseconds between two lines of progress. */
const PROGRESS_INTERVAL = 5_000;
/** Lines of a group. */
const ROW_LIMIT = 500;

/** Tells how far sending has come, now and then. */
export function progressTeller(now: () => number = Date.now): (done: number, total: number) => void {
  let last = now();
  return (done, total) => {
    if (done !== total && now() - last < PROGRESS_INTERVAL) return;
    last = now();
    info(`Sent ${done} of ${total}`);
  };
}

/**
 * Prints what was read and what is going to happen, and annotates the documents.
 * @param annotator that of the step, which counts over all sources; without one, the annotations of this plan are counted alone
 */
export function showPlan(plan: Plan, { wanted, skipped, remarks }: ReadDocs, annotator?: Annotator): void {
  info(
    `Read ${count(wanted.documents.length, 'document')}, ${wanted.unchanged.size} unchanged, ${skipped.length} skipped`,
  );
  const own = annotator ?? new Annotator();
  own.add(docsAnnotations({ remarks, skipped }));
  if (!annotator) own.close();
  info(
    `Plan: ${plan.connect?.kind === 'connect' ? 'connect the data source; ' : ''}${planInWords(plan.changes, countsOf(plan).kept)}`,
  );
  const rows = changeRows(plan.changes);
  const audience = audienceOf(plan.changes).changes;
  group(
    count(rows.length, 'change'),
    rows.map((row) => `${changeInWords(row, 'planned')}: ${row.title} (${row.path})`),
  );
  group(
    `${count(audience.length, 'change')} of who may read what`,
    audience.map(({ title, path, meaning }) => `${meaning}: ${title} (${path})`),
  );
  // Annotations are not part of GitHub's log; elsewhere they are, and would stand there twice.
  if (!isGitHubActions()) return;
  group(
    `${count(skipped.length, 'file')} skipped`,
    skipped.map(({ path, reason }) => `${path}: ${reason}`),
  );
  group(
    count(remarks.length, 'remark'),
    remarks.map(({ path, line, message }) => `${path}:${line}: ${message}`),
  );
}

/** Prints lines under a title, if there are any. */
function group(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const more = lines.length > ROW_LIMIT ? [`and ${lines.length - ROW_LIMIT} more, all in the plan file`] : [];
  printGroup(title, [...lines.slice(0, ROW_LIMIT), ...more]);
}
