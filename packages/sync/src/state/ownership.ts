import { StateError } from './errors.ts';
import type { StateMeta } from './schema.ts';

/** Refuses a state that speaks of another service or project. @throws StateError `foreign` */
export function assertOwn(meta: StateMeta, service: string, project: string, place: string): void {
  if (meta.service === service && meta.project === project) return;
  throw new StateError(
    'foreign',
    `the state in ${place} belongs to project "${meta.project}" at ${meta.service}, not to "${project}" at ${service}`,
    'set state-ref to a ref of its own for each service and project',
  );
}
