import { readFile } from 'node:fs/promises';
import type { ActionResult } from '@context-sync/testkit';

/** A change in the plan file, with only the fields that the tests read. */
export interface PlannedChange {
  readonly kind: string;
  readonly key: string;
  readonly title: string;
  readonly fingerprint: string;
  /** The content, which is present only for items that the docs contain. */
  readonly content?: string;
}

/** Reads the changes from the plan file at the path in the output `plan-path`. */
export async function readPlannedChanges({ outputs }: ActionResult): Promise<readonly PlannedChange[]> {
  const path = outputs['plan-path'];
  if (!path) throw new Error('the run names no plan file');
  return (JSON.parse(await readFile(path, 'utf8')) as { changes: PlannedChange[] }).changes;
}
