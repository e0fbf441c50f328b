import type { Page } from './page.ts';

/** What came of an action: it was done, its target is not there, or the caller may not do it. */
export const AUDIT_OUTCOMES = ['found', 'not-found', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Actions that are written down. */
export const AUDIT_ACTIONS = ['log.read'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface NewAuditEntry {
  /** The project as it was asked for; it need not exist. */
  readonly slug: string;
  readonly action: AuditAction;
  /** Id of what it was done to, as it was asked for. */
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

/** Who did what. Entries are never changed or deleted, which the database sees to as well. */
export interface Audit {
  record(entry: NewAuditEntry): Promise<void>;
  /** Newest first. @throws CursorError */
  list(projectId: string, page: { limit: number; cursor?: string | undefined }): Promise<Page<AuditEntry>>;
}
