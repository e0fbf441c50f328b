import { type AuditAction, type AuditActor, type AuditPorts, getTargetKind } from './audit.ts';

/** The principal of a change, and the request or command to which the change belongs. */
export interface AuditContext {
  readonly actor: AuditActor;
  readonly requestId: string;
}

/** Description of a change for the audit log. */
export interface AuditedChange<T> {
  readonly action: AuditAction;
  /** The project to which the target belongs; undefined for targets that belong to no project. */
  readonly project?: { readonly id: string; readonly slug: string } | undefined;
  /**
   * Id of the target. For a target that the change creates, a function that returns the new id for the result of the change, or undefined if nothing
   * was created.
   */
  readonly target: string | ((value: T) => string | undefined);
}

/**
 * Makes a change and records it in the audit log. Must run in a transaction, so that there is no change without an entry and no entry without a
 * change. If a change returns `undefined` or `false`, its target does not exist.
 */
export async function recordChange<T>(
  { audit }: AuditPorts,
  { actor, requestId }: AuditContext,
  { action, project, target }: AuditedChange<T>,
  change: () => Promise<T>,
): Promise<T> {
  const hashedKind = { kind: getTargetKind(action), projectId: project?.id };
  const hashBefore = typeof target === 'string' ? await audit.lock(hashedKind, target) : null;
  const value = await change();
  const id = typeof target === 'string' ? target : target(value);
  if (id === undefined) return value;
  const outcome = value === undefined || value === false ? 'not-found' : 'succeeded';
  // The same call hashes the target and stores the entry, because each call in a transaction requires a message to another thread and back.
  await audit.record(
    { slug: project?.slug ?? '', action, target: id, actor, hashBefore, requestId, outcome },
    hashedKind,
  );
  return value;
}
