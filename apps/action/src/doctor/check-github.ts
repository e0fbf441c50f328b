import { assertOwnState, type StateStore, totalsOf } from '@context-sync/sync';
import type { RunContext } from '../event/context.ts';
import { statusOf } from '../github/github-errors.ts';
import type { Octokit } from '../github/octokit.ts';
import type { Settings } from '../inputs/settings.ts';
import { type Finding, failed, ok, unknown } from '../report/finding.ts';
import { pluralize } from '../report/wording.ts';
import { ownerOf } from '../state/owner.ts';
import { failedCheck } from './check-service.ts';

/** A comment that does not exist: a request to change it is refused for want of permission, or because it does not exist. */
const NO_COMMENT = 1;

/** Checks what the token may do besides the state. Asks to change what does not exist, so nothing is changed. */
export async function checkToken(octokit: Octokit, context: RunContext, settings: Settings): Promise<Finding[]> {
  const { owner, repo } = context;
  const findings: Finding[] = [];
  if (settings.comment !== 'never') {
    const edit = () => octokit.rest.issues.updateComment({ owner, repo, comment_id: NO_COMMENT, body: '' });
    findings.push(await checkPermission('Token: comments', 'pull-requests: write', edit));
  }
  return findings;
}

async function checkPermission(check: string, name: string, attempt: () => Promise<unknown>): Promise<Finding> {
  try {
    await attempt();
    return unknown(check, 'GitHub answered otherwise than expected');
  } catch (error) {
    const status = statusOf(error);
    if (status === 404 || status === 422) return ok(check, `has ${name}`);
    const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    if (status === 401 || status === 403) {
      return failed(check, `does not have ${name}: ${detail}`, `give the job "permissions: ${name}"`);
    }
    return unknown(check, `could not be asked: ${detail}`);
  }
}

/** Checks the state, and what it says of the data source. */
export async function checkState(store: StateStore, context: RunContext, settings: Settings): Promise<Finding[]> {
  try {
    const state = await store.read();
    if (state) assertOwnState(state.meta, ownerOf(settings, context), store.place);
    const { connect, installationId } = settings;
    if (!state) {
      const source = !connect
        ? ok('Data source', 'is not to be connected')
        : installationId === undefined
          ? failed(
              'Data source',
              'is not connected, and there is no installation id',
              'set installation-id, or connect: false',
            )
          : ok('Data source', `will be connected by the first sync, with installation ${installationId}`);
      return [ok('State', `nothing in ${store.place} yet: the first sync creates it`), source];
    }
    const { live, superseded, orphaned, inDoubt } = totalsOf(state.meta);
    const synced = state.meta.synced
      ? `, all synced at ${state.meta.synced.commit.slice(0, 7)}`
      : ', with something left to do';
    const items = `${pluralize(live, 'item')} live, ${superseded} superseded, ${orphaned} orphaned, ${inDoubt} in doubt`;
    const { dataSource } = state.meta;
    return [
      ok('State', `${store.place} is readable: ${items}${synced}`),
      dataSource?.status === 'connected'
        ? ok(
            'Data source',
            `is connected${dataSource.id === undefined ? '' : ` as ${dataSource.id}`}, with installation ${dataSource.installationId}`,
          )
        : dataSource
          ? failed(
              'Data source',
              'is in doubt: a run ended while it was connecting',
              'look on the platform, then set on-in-doubt for one run',
            )
          : ok('Data source', 'is not connected'),
    ];
  } catch (error) {
    return [failedCheck('State', error)];
  }
}
