import type { Plan } from '@context-sync/sync';
import { countsOf } from '@context-sync/sync';
import type { ReadDocs } from '../../docs/read-docs.ts';
import { changeRows, describeChange } from '../changes.ts';
import { describePlan } from '../headline.ts';
import { visibilityChangesOf } from '../visibility-changes.ts';
import { pluralize } from '../wording.ts';
import { docsAnnotations } from './annotations.ts';
import { Annotator } from './annotator.ts';
import { info, isGitHubActions, printGroup } from './console.ts';

/** Milliseconds between two lines of progress. */
const PROGRESS_INTERVAL_MS = 5_000;
/** Lines of a group. */
const MAX_GROUP_LINES = 500;

/** Tells how far sending has come, now and then. */
export function createProgressLogger(now: () => number = Date.now): (done: number, total: number) => void {
  let last = now();
  return (done, total) => {
    if (done !== total && now() - last < PROGRESS_INTERVAL_MS) return;
    last = now();
    info(`Sent ${done} of ${total}`);
  };
}

/**
 * Prints what was read and what is going to happen, and annotates the documents.
 * @param annotator that of the step, which counts over all sources; without one, the annotations of this plan are counted alone
 */
export function logPlan(plan: Plan, { wanted, skipped, warnings }: ReadDocs, annotator?: Annotator): void {
  info(
    `Read ${pluralize(wanted.documents.length, 'document')}, ${wanted.unchanged.size} unchanged, ${skipped.length} skipped`,
  );
  const own = annotator ?? new Annotator();
  own.add(docsAnnotations({ warnings, skipped }));
  if (!annotator) own.close();
  info(
    `Plan: ${plan.connect?.kind === 'connect' ? 'connect the data source; ' : ''}${describePlan(plan.changes, countsOf(plan).unchanged)}`,
  );
  const rows = changeRows(plan.changes);
  const audience = visibilityChangesOf(plan.changes).changes;
  group(
    pluralize(rows.length, 'change'),
    rows.map((row) => `${describeChange(row, 'planned')}: ${row.title} (${row.path})`),
  );
  group(
    `${pluralize(audience.length, 'change')} of who may read what`,
    audience.map(({ title, path, meaning }) => `${meaning}: ${title} (${path})`),
  );
  // Annotations are not part of GitHub's log; elsewhere they are, and would stand there twice.
  if (!isGitHubActions()) return;
  group(
    `${pluralize(skipped.length, 'file')} skipped`,
    skipped.map(({ path, reason }) => `${path}: ${reason}`),
  );
  group(
    pluralize(warnings.length, 'warning'),
    warnings.map(({ path, line, message }) => `${path}:${line}: ${message}`),
  );
}

/** Prints lines under a title, if there are any. */
function group(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const more =
    lines.length > MAX_GROUP_LINES ? [`and ${lines.length - MAX_GROUP_LINES} more, all in the plan file`] : [];
  printGroup(title, [...lines.slice(0, MAX_GROUP_LINES), ...more]);
}
