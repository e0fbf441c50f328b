import { assertOwnState, type StateSnapshot } from '@context-sync/sync';
import { type Problem, UserError } from '../problem/problem.ts';
import { describeRecovery } from '../problem/recovery.ts';
import { getOwner } from '../state/state-owner.ts';
import type { Service } from './open-service.ts';
import type { SyncInput } from './sync-input.ts';

/**
 * Reads the state and checks its owner.
 * @throws StateError
 * @throws UserError if the state is required but missing
 */
export async function readState({
  settings,
  context,
  store,
  applying,
}: Pick<SyncInput, 'settings' | 'context' | 'store' | 'applying'>): Promise<StateSnapshot | undefined> {
  const base = await store.read();
  if (base) assertOwnState(base.meta, getOwner(settings, context), store.place);
  if (base || !applying || settings.onMissingState !== 'fail') return base;
  throw new UserError([
    {
      subject: 'on-missing-state',
      problem: `no state exists in ${store.place}, and on-missing-state is fail`,
      fix: `for the first sync, set on-missing-state: create ${describeRecovery()}; if a state existed, restore its ref`,
    },
  ]);
}

/**
 * Checks that the platform provides a list of items if the inputs require the list.
 * @throws UserError if it does not
 */
export function assertListable(
  { settings }: Pick<SyncInput, 'settings'>,
  base: StateSnapshot | undefined,
  service: Service | undefined,
): void {
  if (!service || service.capabilities.list) return;
  const problems: Problem[] = [];
  if (!base && settings.onMissingState === 'adopt') {
    problems.push({
      subject: 'on-missing-state',
      problem: 'is adopt, but the platform cannot list its items',
      fix: 'restore the ref of the state, or set create if nothing was synced to the project yet',
    });
  }
  if (settings.verify === 'true') {
    problems.push({
      subject: 'verify',
      problem: 'is true, but the platform cannot list its items',
      fix: 'set it to auto',
    });
  }
  if (problems.length > 0) throw new UserError(problems);
}
