import type { ListPage } from './list-page.ts';

/** Outcome of an audited action: executed, target not found, or access denied. */
export const AUDIT_OUTCOMES = ['found', 'not-found', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Actions that are recorded in the audit log. */
export const AUDIT_ACTIONS = ['log.read', 'user.erase', 'user.update', 'risk-thresholds.update'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface NewAuditEntry {
  /** Slug in the request. A project with this slug may not exist. */
  readonly slug: string;
  readonly action: AuditAction;
  /** Id of the target in the request. A resource with this id may not exist. */
  readonly target: string;
  readonly caller: { readonly userId: string; readonly keyId: string };
  readonly requestId: string;
  readonly outcome: AuditOutcome;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly action: AuditAction;
  readonly target: string;
  readonly userId: string;
  readonly email: string;
  readonly keyId: string;
  readonly requestId: string;
  readonly outcome: AuditOutcome;
}

/** The append-only audit log. The database rejects changes and deletions of entries. */
export interface Audit {
  record(entry: NewAuditEntry): Promise<void>;
  /**
   * Returns a page of entries, newest first.
   * @throws CursorError
   */
  list(projectId: string, page: { limit: number; cursor?: string | undefined }): Promise<ListPage<AuditEntry>>;
}
