import * as core from '@actions/core';
import type { Plan } from '@context-sync/sync';
import { countsOf } from '@context-sync/sync';
import type { ReadDocs } from '../docs/wanted.ts';
import { changeRows } from './changes.ts';
import { count, countsInWords } from './phrases.ts';
import { logLine } from './safe-text.ts';

/** Milliseconds between two lines of progress. */
const PROGRESS_INTERVAL = 5_000;
const ROW_LIMIT = 500;

export function info(text: string): void {
  core.info(logLine(text));
}

/** Tells how far sending has come, now and then. */
export function progressTeller(now: () => number = Date.now): (done: number, total: number) => void {
  let last = now();
  return (done, total) => {
    if (done !== total && now() - last < PROGRESS_INTERVAL) return;
    last = now();
    info(`Sent ${done} of ${total}`);
  };
}

/** Prints what was read and what is going to happen. */
export function showPlan(plan: Plan, { wanted, skipped, remarks }: ReadDocs): void {
  info(
    `Read ${count(wanted.documents.length, 'document')}, ${wanted.unchanged.size} unchanged, ${skipped.length} skipped`,
  );
  for (const { path, line, message } of remarks) core.warning(message, { file: path, startLine: line });
  const rows = changeRows(plan.changes);
  info(
    `Plan: ${plan.connect?.kind === 'connect' ? 'connect the data source; ' : ''}${countsInWords(countsOf(plan), 0)}`,
  );
  if (rows.length > 0) {
    core.startGroup(count(rows.length, 'change'));
    for (const { verb, path, title } of rows.slice(0, ROW_LIMIT)) info(`${verb}: ${title} (${path})`);
    if (rows.length > ROW_LIMIT) info(`and ${rows.length - ROW_LIMIT} more, all in the plan file`);
    core.endGroup();
  }
  if (skipped.length > 0) {
    core.startGroup(`${count(skipped.length, 'file')} skipped`);
    for (const { path, reason } of skipped.slice(0, ROW_LIMIT)) info(`${path}: ${reason}`);
    core.endGroup();
  }
}
