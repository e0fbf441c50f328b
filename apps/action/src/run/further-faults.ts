import type { StateStore } from '@context-sync/sync';
import type { Source } from '../config/sources.ts';
import { findDocs, noDocuments } from '../docs/documents.ts';
import type { Git } from '../docs/git.ts';
import type { RunContext } from '../event/context.ts';
import { explain } from '../report/explain.ts';
import { openStore } from '../state/open-store.ts';
import type { Fault } from '../user-error.ts';
import { INSTALLATION_ID_MISSING } from './data-source.ts';

/** What else is wrong with any of the sources. */
export async function allFurtherFaults(
  sources: readonly Source[],
  context: RunContext,
  git: Git,
  applying: boolean,
): Promise<Fault[]> {
  const all = await Promise.all(
    sources.map((source) => {
      const { stateRef, githubToken } = source.settings;
      const isKnown = stateRef !== undefined && githubToken !== undefined && githubToken !== '';
      const store = isKnown ? openStore({ ...source.settings, stateRef, githubToken }, context) : undefined;
      return furtherFaults(source, git, applying, store);
    }),
  );
  return all.flat();
}

/** What else is wrong, so that one run tells all of it. Best effort: inputs that are faulty themselves are not looked at further. */
async function furtherFaults(
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
