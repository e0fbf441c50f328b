export { MAX_BATCH_ITEMS } from './apply/adaptive-batcher.ts';
export { recordCommitOnly } from './apply/advance-commit.ts';
export type { ApplyInput, ApplyPorts, PortalPorts } from './apply/apply-input.ts';
export { apply } from './apply/apply-plan.ts';
export type { ApplyResult, CompletedChange, EarlierRounds, FailedChange } from './apply/apply-result.ts';
export { isOutcomeUnknown } from './apply/change-outcome.ts';
export { type Clock, SYSTEM_CLOCK } from './apply/clock.ts';
export { ConcurrencyLimiter, type RateSignal } from './apply/concurrency-limiter.ts';
export { PlanOutdatedError } from './apply/state-ledger.ts';
export { computeFingerprint, hashParts } from './fingerprint.ts';
export { findMassChange, type MassChange } from './plan/mass-change.ts';
export { mergeAfterWait } from './plan/merge-plans.ts';
export { createPlan, type PlanInput } from './plan/plan.ts';
export {
  type Change,
  type ChangeKind,
  type ConnectChange,
  isEmpty,
  type Leftover,
  type OnInDoubt,
  type Plan,
  type UnreadLeftovers,
} from './plan/plan-change.ts';
export { MissingInstallationIdError, planConnect, type WantedDataSource } from './plan/plan-connect.ts';
export { getCounts, type PlanCounts } from './plan/plan-counts.ts';
export { computePlanHash } from './plan/plan-hash.ts';
export {
  createPortalPlan,
  findPortalLoss,
  hasPortalConflicts,
  hasPortalRequests,
  isPortalSettled,
  type KnownPortal,
  type NavigationChange,
  type PortalChange,
  type PortalConflict,
  type PortalLoss,
  type PortalPlan,
} from './portal/portal-plan.ts';
export type { PortalFailure, PortalResult, PortalWarning } from './portal/portal-result.ts';
export { reconcilePortal } from './portal/reconcile-portal.ts';
export type { WantedFile, WantedPage, WantedPortal } from './portal/wanted-portal.ts';
export { hasReferences } from './state/item-records.ts';
export { createEmptyState } from './state/new-state.ts';
export { assertOwnState, isSameRepository, mergeRepositoryIdentity, type StateOwner } from './state/ownership.ts';
export {
  applyReferenceEdits,
  createReferenceEdits,
  formatUse,
  getNameKey,
  getReferenceKey,
  type OutgoingReferences,
  parseUse,
  type ReferenceEdit,
} from './state/reference-uses.ts';
export { StateConflictError, StateError } from './state/state-errors.ts';
export {
  formatDocuments,
  formatMeta,
  formatPortal,
  getPortalKey,
  getShardFile,
  getShardOfFile,
  META_FILE,
  PORTAL_SHARD,
  parseDocuments,
  parseMeta,
  parsePortal,
} from './state/state-files.ts';
export { MAX_WRITE_MS } from './state/state-lease.ts';
export type {
  DataSourceRecord,
  DocumentRecord,
  ItemRecord,
  ItemStatus,
  PortalRecord,
  PortalRecords,
  PortalSummary,
  References,
  Reminder,
  RepositoryIdentity,
  State,
  StateMeta,
  Writer,
} from './state/state-schema.ts';
export { ALL_SHARDS, getReminders, getShard, getTotals, isSkipped, listShardsToRead } from './state/state-shards.ts';
export type { StateChange, StateSnapshot, StateStore, WriteQuota } from './state/state-store.ts';
export { removeAddresses, removeSourceLine } from './text-fingerprint.ts';
export { adopt } from './verify/adopt-items.ts';
export { applyCorrections, type Correction } from './verify/correct-record.ts';
export { type Reconciliation, reconcile } from './verify/reconcile.ts';
export { listRemoteItems, type RemoteItem } from './verify/remote-items.ts';
export type { WantedDocument, WantedDocuments, WantedItem } from './wanted-items.ts';
