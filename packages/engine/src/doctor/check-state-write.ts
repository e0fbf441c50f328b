import { NO_CAPABILITIES } from '@context-sync/core';
import { createEmptyState, getShard, type StateChange, StateError, type StateSnapshot } from '@context-sync/sync';
import type { RunContext } from '../event/event-context.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { createFailure, createSuccess, createUnknown, type Finding } from '../report/doctor-finding.ts';
import type { DeletableStore } from '../state/scratch-state.ts';
import { createFailedCheck } from './check-service.ts';

const WRITE_CHECK_NAME = 'State: write';
const SCRATCH_PATH = 'scratch.md';
const WRITE_COUNT = 2;

/**
 * Checks that the location of the state is writable: creates a scratch state, updates it, reads it and deletes it. The update is checked because
 * rules can differ for creations and updates.
 */
export async function checkStateWrite(
  scratchStore: DeletableStore,
  settings: Settings,
  context: RunContext,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let isWritten = false;
  try {
    let state: StateSnapshot | undefined;
    for (let revision = 1; revision <= WRITE_COUNT; revision += 1) {
      state = await scratchStore.write(state, getChange(revision, settings, context), 'Doctor');
      isWritten = true;
    }
    const stateRead = await scratchStore.read();
    const isRead =
      stateRead?.meta.revision === WRITE_COUNT &&
      (await stateRead.documents([getShard(SCRATCH_PATH)])).has(SCRATCH_PATH);
    findings.push(
      isRead
        ? createSuccess(WRITE_CHECK_NAME, `a scratch state was written to ${scratchStore.place} and read back`)
        : createUnknown(
            WRITE_CHECK_NAME,
            `a scratch state was written to ${scratchStore.place}, but a different one was read back`,
          ),
    );
  } catch (error) {
    findings.push(writeFailure(error, settings));
  }
  try {
    await scratchStore.deleteState();
  } catch (error) {
    const isThere = isWritten || (await scratchStore.read().catch(() => undefined)) !== undefined;
    if (isThere) findings.push(deleteFailure(scratchStore.place, error, settings));
  }
  return findings;
}

function getChange(revision: number, { baseUrl, project }: Settings, { repository }: RunContext): StateChange {
  const { meta } = createEmptyState(baseUrl.href, project, NO_CAPABILITIES);
  const document = { path: SCRATCH_PATH, blob: null, chunkConfigHash: String(revision), items: [] };
  return { meta: { ...meta, revision, repository }, shards: new Map([[getShard(SCRATCH_PATH), [document]]]) };
}

function writeFailure(error: unknown, { stateRef, stateFolder }: Settings): Finding {
  const finding = createFailedCheck(WRITE_CHECK_NAME, error);
  const branch = /^refs\/heads\/(.+)$/.exec(stateRef)?.[1];
  if (branch === undefined || stateFolder !== undefined) return finding;
  if (!(error instanceof StateError) || error.code !== 'rule') return finding;
  // A rule may reject new branches but allow the branch of the state, so the result is unknown.
  return createUnknown(
    WRITE_CHECK_NAME,
    `${finding.detail}; the rule may also cover the branch "${branch}" of the state`,
    `exclude the branch pattern "${branch}" from the ruleset, if it is not excluded yet`,
  );
}

function deleteFailure(place: string, error: unknown, { stateFolder }: Settings): Finding {
  const errorMessage = error instanceof Error ? error.message : String(error);
  const fix =
    stateFolder === undefined
      ? `delete the ref by hand, for example with "git push origin :${place.split(' ')[0]}"`
      : 'delete the folder by hand';
  return createFailure('State: scratch', `the scratch state in ${place} could not be deleted: ${errorMessage}`, fix);
}
