import type { ReadDocs } from '@context-sync/engine/docs/read-docs';
import { createChangeRows, describeChange, describeDeferred } from '@context-sync/engine/report/describe-changes';
import { describePortalChange } from '@context-sync/engine/report/describe-portal';
import { describePlan } from '@context-sync/engine/report/headline';
import { createDocsAnnotations } from '@context-sync/engine/report/log/annotations';
import { pluralize } from '@context-sync/engine/report/report-wording';
import { getVisibilityChanges } from '@context-sync/engine/report/visibility-changes';
import type { Plan, PortalPlan } from '@context-sync/sync';
import { getCounts } from '@context-sync/sync';
import { Annotator } from './annotator.ts';
import { isGitHubActions, logInfo, printGroup } from './workflow-commands.ts';

const PROGRESS_INTERVAL_MS = 5_000;
const MAX_GROUP_LINES = 500;
/** Maximum number of visibility changes in the log. The job summary lists all of them. */
const MAX_VISIBILITY_LINES = 10;

/** Returns a function that logs the number of sent changes at intervals. */
export function createProgressLogger(now: () => number = Date.now): (done: number, total: number) => void {
  let lastLogAt = now();
  return (done, total) => {
    if (done !== total && now() - lastLogAt < PROGRESS_INTERVAL_MS) return;
    lastLogAt = now();
    logInfo(`Sent ${done} of ${total}`);
  };
}

/**
 * Logs the plan and the number of documents that were read. Annotates the documents.
 * @param annotator annotator that counts the annotations of all sources of the step. Default: a new annotator
 */
export function logPlan(
  plan: Plan,
  { wanted, skipped, warnings, uncheckedLinks, linksElsewhere, inferences, causes }: ReadDocs,
  annotator?: Annotator,
): void {
  logInfo(
    `Read ${pluralize(wanted.documents.length, 'document')}, ${wanted.unchanged.size} unchanged, ${skipped.length} skipped`,
  );
  for (const sentence of inferences) logInfo(sentence);
  for (const [reason, count] of uncheckedLinks) {
    logInfo(`${pluralize(count, 'link')} kept as written and not checked: ${reason}`);
  }
  for (const [reason, count] of linksElsewhere) logInfo(`${pluralize(count, 'link')} kept: ${reason}`);
  const planAnnotator = annotator ?? new Annotator();
  planAnnotator.add(createDocsAnnotations({ warnings, skipped }));
  if (!annotator) planAnnotator.close();
  logInfo(
    `Plan: ${plan.connect?.kind === 'connect' ? 'connect the data source; ' : ''}${describePlan(plan.changes, getCounts(plan).unchanged)}`,
  );
  if (plan.portal) logPortal(plan.portal);
  const deferredText = describeDeferred(plan.changes, causes);
  if (deferredText !== undefined) logInfo(deferredText);
  const rows = createChangeRows(plan.changes);
  const audience = getVisibilityChanges(plan.changes).changes;
  logGroup(
    pluralize(rows.length, 'change'),
    rows.map((row) => `${describeChange(row, 'planned')}: ${row.title} (${row.path})`),
  );
  logGroup(
    `${pluralize(audience.length, 'change')} of visibility`,
    audience.map(({ title, path, meaning }) => `${meaning}: ${title} (${path})`),
    MAX_VISIBILITY_LINES,
  );
  // Outside of GitHub, the annotations are lines of the log, so the log does not repeat them.
  if (!isGitHubActions()) return;
  logGroup(
    `${pluralize(skipped.length, 'file')} skipped`,
    skipped.map(({ path, reason }) => `${path}: ${reason}`),
  );
  logGroup(
    pluralize(warnings.length, 'warning'),
    warnings.map(({ path, line, message }) => `${path}:${line}: ${message}`),
  );
}

/** Prints lines below a title. Prints nothing if the list of lines is empty. */
function logGroup(title: string, lines: readonly string[], limit = MAX_GROUP_LINES): void {
  if (lines.length === 0) return;
  const omittedNote = lines.length > limit ? [`and ${lines.length - limit} more; see the plan file`] : [];
  printGroup(title, [...lines.slice(0, limit), ...omittedNote]);
}

function logPortal({ changes, navigation, unchanged }: PortalPlan): void {
  const words = navigation && navigation.kind !== 'conflict' ? ', and the navigation' : '';
  logInfo(
    `Docs portal: ${pluralize(changes.length, 'change')} of pages and files${words}; ${unchanged.pages} pages unchanged`,
  );
  logGroup(
    `${pluralize(changes.length, 'change')} of the docs portal`,
    changes.map((change) => `${describePortalChange(change, 'planned')}: ${change.what} ${change.path}`),
  );
}
