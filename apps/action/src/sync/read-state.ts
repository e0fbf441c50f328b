import { assertOwnState, type StateSnapshot } from '@context-sync/sync';
import { type Problem, UserError } from '../problem/problem.ts';
import { ownerOf } from '../state/owner.ts';
import type { Service } from './open-service.ts';
import type { SyncInput } from './sync-docs.ts';

/** @throws StateError, UserError where there must be a state and is none */
export async function readState({
  settings,
  context,
  store,
  applying,
}: Pick<SyncInput, 'settings' | 'context' | 'store' | 'applying'>): Promise<StateSnapshot | undefined> {
  const base = await store.read();
  if (base) assertOwnState(base.meta, ownerOf(settings, context), store.place);
  if (base || !applying || settings.onMissingState !== 'fail') return base;
  throw new UserError([
    {
      subject: 'on-missing-state',
      problem: `there is no state in ${store.place}, and on-missing-state is fail`,
      fix: 'for the first sync, run once with on-missing-state: create; if there was a state, put its ref back',
    },
  ]);
}

/** @throws UserError where the state is to be rebuilt from a list that the service does not have */
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
      problem: 'is adopt, and the service does not declare that it can list its items',
      fix: 'put the ref of the state back, or set create if nothing was synced to the project yet',
    });
  }
  if (settings.verify === 'true') {
    problems.push({
      subject: 'verify',
      problem: 'is true, and the service does not declare that it can list its items',
      fix: 'leave it at auto',
    });
  }
  if (problems.length > 0) throw new UserError(problems);
}
