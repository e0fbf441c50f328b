import type { StateStore } from '@context-sync/sync';
import type { Source } from '../config/sources.ts';
import { findDocs, noDocuments } from '../docs/documents.ts';
import type { Git } from '../docs/git.ts';
import { explain } from '../report/explain.ts';
import type { Fault } from '../user-error.ts';
import { INSTALLATION_ID_MISSING } from './data-source.ts';

/** What else is wrong, so that one run tells all of it. Best effort: inputs that are faulty themselves are not looked at further. */
export async function furtherFaults(
  { settings, faults: known }: Source,
  git: Git,
  applying: boolean,
  store: StateStore | undefined,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const { docs, include = [], exclude = [], keep = new Set() } = settings;
  if (docs !== undefined) {
    const found = await findDocs(git, { docs, include, exclude, keep });
    if ('problem' in found) faults.push(found);
    else {
      const { documents, skipped } = await found.list();
      if (documents.length === 0) faults.push(noDocuments({ docs, include, exclude, keep }, skipped));
    }
  }
  const { connect, installationId } = settings;
  const isFaulty = known.some(({ subject }) => subject.endsWith('installation-id'));
  if (applying && connect && installationId === undefined && !isFaulty && store) {
    try {
      const state = await store.read();
      if (!state?.meta.dataSource) faults.push(INSTALLATION_ID_MISSING);
    } catch (error) {
      faults.push(...(explain(error) ?? []));
    }
  }
  return faults;
}
