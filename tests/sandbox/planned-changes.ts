import { readFile } from 'node:fs/promises';
import type { ActionResult } from '@context-sync/testkit';

/** A change in the file that `plan-path` names, as far as tests look at it. */
export interface PlannedChange {
  readonly kind: string;
  readonly key: string;
  readonly title: string;
  readonly fingerprint: string;
  /** There where the docs have the item. */
  readonly content?: string;
}

/** The changes of the plan file; none where the run has written no plan, as nothing was to be done. */
export async function readPlannedChanges({ outputs }: ActionResult): Promise<readonly PlannedChange[]> {
  const path = outputs['plan-path'];
  if (!path) throw new Error('the run names no plan file');
  return (JSON.parse(await readFile(path, 'utf8')) as { changes: PlannedChange[] }).changes;
}
