import type { ListPage } from '../database/list-page.ts';

/**
 * Outcome of an audited action: a read that found its target, a change that was made, a target that does not exist, or a request that was denied
 * because of missing access.
 */
export const AUDIT_OUTCOMES = ['found', 'succeeded', 'not-found', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Name of an action: the kind of its target, and the operation. Every area declares the actions that it records. */
export type AuditAction = `${string}.${string}`;

/** Returns the kind of the target of an action. */
export function getTargetKind(action: AuditAction): string {
  return action.slice(0, action.indexOf('.'));
}

/** Functions that read and lock the targets of one kind. */
export interface AuditTarget<Ports> {
  /**
   * Reads the part of a target that its hash covers. This is usually the resource as the API returns it, so that a member can recompute the hash.
   * Targets without this function have no hash.
   * @returns undefined if the target does not exist
   */
  read?(ports: Ports, projectId: string, id: string): Promise<object | undefined>;
  /** Statement that locks the row of a target instead of the project, so that changes of other rows need not wait. */
  readonly rowLock?: { readonly sql: string; readonly byProject?: true };
}

/** Functions that read and lock targets, by the kind of target. */
export type AuditTargets<Ports> = Readonly<Record<string, AuditTarget<Ports>>>;

export const AUDIT_ACTOR_KINDS = ['member', 'command-line', 'service'] as const;

/** Principal of an audited action: a member, an operator on the command line, or a background job of the service. */
export type AuditActor =
  /** `keyId` is the id of the key, of the session or of the connection of an application. */
  | { readonly kind: 'member'; readonly userId: string; readonly keyId: string }
  /** `systemUser` is the name of the operating-system user. */
  | { readonly kind: 'command-line'; readonly systemUser: string }
  | { readonly kind: 'service' };

export interface NewAuditEntry {
  /** Slug of the project; empty for an action that belongs to no project. In a denied request, a project with this slug may not exist. */
  readonly slug: string;
  readonly action: AuditAction;
  /** Id of the target. In a denied request, a resource with this id may not exist. */
  readonly target: string;
  readonly actor: AuditActor;
  /** Hashes of the target before and after the change; null if the target did not exist, or if targets of this kind have no hash. */
  readonly hashBefore?: string | null;
  readonly hashAfter?: string | null;
  readonly requestId: string;
  readonly outcome: AuditOutcome;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: AuditActor['kind'];
  readonly action: AuditAction;
  readonly targetKind: string;
  readonly target: string;
  /** The member and the key; null for other actors. */
  readonly userId: string | null;
  readonly email: string | null;
  readonly keyId: string | null;
  /** Name of the operating-system user; null for actors other than the command line. */
  readonly systemUser: string | null;
  readonly hashBefore: string | null;
  readonly hashAfter: string | null;
  readonly requestId: string;
  readonly outcome: AuditOutcome;
}

/** An entry in an export. An export also contains entries without a project. */
export interface ExportedAuditEntry extends AuditEntry {
  /** Slug of the project; empty for an action that belongs to no project. */
  readonly project: string;
}

/** Conditions that a listed entry must meet. */
export interface AuditFilters {
  /** Id or email address of a member, id of a key, name of an operating-system user, or kind of an actor. */
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly target?: string | undefined;
  /** Time of the first entry. */
  readonly since?: string | undefined;
  /** Time before which all entries were recorded. */
  readonly until?: string | undefined;
}

/** A kind of targets, and the project to which the targets belong. */
export interface HashedKind {
  readonly kind: string;
  readonly projectId: string | undefined;
}

/** The append-only audit log. The database rejects changes of entries, and deletions except those of `prune`. */
export interface Audit {
  /**
   * Records an entry.
   * @param hashed the kind of the target whose hash becomes `hashAfter`. By default, the entry already contains `hashAfter`.
   */
  record(entry: NewAuditEntry, hashed?: HashedKind): Promise<void>;
  /**
   * Locks the target of an action until the transaction ends, so that the hash before a change is that of the version that the change replaces.
   * @returns the SHA-256 hash of the target as canonical JSON (RFC 8785); null if it does not exist, or if targets of this kind have no hash
   */
  lock(hashed: HashedKind, target: string): Promise<string | null>;
  /**
   * Returns a page of entries of a project, newest first.
   * @throws CursorError
   */
  list(
    projectId: string,
    page: AuditFilters & { limit: number; cursor?: string | undefined },
  ): Promise<ListPage<AuditEntry>>;
  /** Yields the entries of one project, or all entries including those without a project, oldest first. */
  export(filters: AuditFilters, projectId?: string): AsyncIterable<ExportedAuditEntry>;
  /** Returns the time of the newest entry; undefined if there are no entries. */
  newest(): Promise<string | undefined>;
  /**
   * Deletes the oldest entries that were recorded before a time. The database rejects the deletion of an entry that is younger than `MIN_KEEP_AUDIT_DAYS`.
   * @returns the number of deleted entries
   */
  prune(before: string, limit: number): Promise<number>;
}

/** Minimum retention of audit entries in days. The triggers of both databases contain the same number. */
export const MIN_KEEP_AUDIT_DAYS = 90;

/** The port for the audit log. */
export interface AuditPorts {
  readonly audit: Audit;
}
