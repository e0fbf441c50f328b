import { getElementAt } from '@context-sync/base';
import { assertOwnState, getTotals, type StateMeta, type StateStore } from '@context-sync/sync';
import type { RunContext } from '../event/event-context.ts';
import { getStatus } from '../github/github-errors.ts';
import type { Octokit } from '../github/octokit.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { describeRecovery } from '../problem/recovery.ts';
import { createFailure, createSuccess, createUnknown, type Finding } from '../report/doctor-finding.ts';
import { pluralize } from '../report/report-wording.ts';
import { getOwner } from '../state/state-owner.ts';
import { createFailedCheck } from './check-service.ts';

/** ID of a comment that does not exist. GitHub's error for an update of this comment shows whether the token has the permission. */
const MISSING_COMMENT_ID = 1;

/** Checks the token's permissions for comments by updating a comment that does not exist, so that nothing changes. */
export async function checkToken(octokit: Octokit, context: RunContext, settings: Settings): Promise<Finding[]> {
  const { owner, repo } = context;
  const findings: Finding[] = [];
  if (settings.comment !== 'never') {
    const updateMissingComment = () =>
      octokit.rest.issues.updateComment({ owner, repo, comment_id: MISSING_COMMENT_ID, body: '' });
    findings.push(await checkPermission('Token: comments', 'pull-requests: write', updateMissingComment));
  }
  return findings;
}

async function checkPermission(check: string, name: string, attempt: () => Promise<unknown>): Promise<Finding> {
  try {
    await attempt();
    return createUnknown(check, 'GitHub returned an unexpected response');
  } catch (error) {
    const status = getStatus(error);
    if (status === 404 || status === 422) return createSuccess(check, `has ${name}`);
    const detail = error instanceof Error ? getElementAt(error.message.split('\n'), 0) : String(error);
    if (status === 401 || status === 403) {
      return createFailure(check, `does not have ${name}: ${detail}`, `give the job "permissions: ${name}"`);
    }
    return createUnknown(check, `could not be checked: ${detail}`);
  }
}

/** Checks the state, and the data source that is recorded in the state. */
export async function checkState(store: StateStore, context: RunContext, settings: Settings): Promise<Finding[]> {
  try {
    const state = await store.read();
    if (!state) {
      return [
        createSuccess('State', `${store.place} does not exist yet; the first sync creates it`),
        checkDataSource(settings),
      ];
    }
    assertOwnState(state.meta, getOwner(settings, context), store.place);
    const { live, superseded, orphaned, inDoubt } = getTotals(state.meta);
    const syncedCommit = state.meta.synced
      ? `, all synced at ${state.meta.synced.commit.slice(0, 7)}`
      : ', with changes left to sync';
    const items = `${pluralize(live, 'item')} live, ${superseded} superseded, ${orphaned} orphaned, ${inDoubt} in doubt`;
    return [
      createSuccess('State', `${store.place} is readable: ${items}${syncedCommit}`),
      checkDataSource(settings, state.meta.dataSource),
    ];
  } catch (error) {
    return [createFailedCheck('State', error)];
  }
}

function checkDataSource({ connect, installationId }: Settings, record?: StateMeta['dataSource']): Finding {
  if (record?.status === 'connected') {
    const id = record.id === undefined ? '' : ` as ${record.id}`;
    return createSuccess('Data source', `is connected${id}, with installation ${record.installationId}`);
  }
  if (record) {
    const fix = `check the platform, then set on-in-doubt to assume-created: data-source if the repository is connected there, or to resend: data-source if it is not, ${describeRecovery()}`;
    return createFailure('Data source', 'is in doubt: a run ended while it was connecting', fix);
  }
  if (!connect) return createSuccess('Data source', 'is not used (connect: false)');
  if (installationId !== undefined) {
    return createSuccess('Data source', `will be connected by the next sync, with installation ${installationId}`);
  }
  const fix = 'set installation-id, or connect: false';
  return createFailure('Data source', 'is not connected, and installation-id is not set', fix);
}
