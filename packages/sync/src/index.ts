export { MAX_BATCH_ITEMS } from './apply/adaptive-batcher.ts';
export { recordCommitOnly } from './apply/advance-commit.ts';
export { apply } from './apply/apply.ts';
export { type Clock, SYSTEM_CLOCK } from './apply/clock.ts';
export { ConcurrencyLimiter, type RateSignal } from './apply/concurrency-limiter.ts';
export type { ApplyInput, ApplyPorts } from './apply/input.ts';
export { PlanOutdatedError } from './apply/ledger.ts';
export { isOutcomeUnknown } from './apply/outcome.ts';
export type { ApplyResult, CompletedChange, EarlierRounds, FailedChange } from './apply/result.ts';
export { digest, fingerprintOf } from './fingerprint.ts';
export {
  type Change,
  type ChangeKind,
  type ConnectChange,
  isEmpty,
  type Leftover,
  type OnInDoubt,
  type Plan,
  type UnreadLeftovers,
} from './plan/change.ts';
export { type Counts, countsOf } from './plan/counts.ts';
export { findMassChange, type MassChange } from './plan/mass-change.ts';
export { mergeAfterWait } from './plan/merge-plans.ts';
export { type PlanInput, plan } from './plan/plan.ts';
export { MissingInstallationIdError, planConnect, type WantedDataSource } from './plan/plan-connect.ts';
export { planHash } from './plan/plan-hash.ts';
export { StateConflictError, StateError } from './state/errors.ts';
export {
  formatDocuments,
  formatMeta,
  META_FILE,
  parseDocuments,
  parseMeta,
  shardFile,
  shardOfFile,
} from './state/files.ts';
export { MAX_WRITE_MS } from './state/lease.ts';
export { newState } from './state/new-state.ts';
export { assertOwnState, isSameRepository, repositoryToRecord, type StateOwner } from './state/ownership.ts';
export { hasReferences } from './state/records.ts';
export {
  editedReferences,
  formatUse,
  nameKey,
  type OutgoingReferences,
  parseUse,
  type ReferenceEdit,
  referenceEdits,
  referenceKey,
} from './state/references.ts';
export type {
  DataSourceRecord,
  DocumentRecord,
  ItemRecord,
  ItemStatus,
  References,
  Reminder,
  RepositoryIdentity,
  State,
  StateMeta,
  Writer,
} from './state/schema.ts';
export { ALL_SHARDS, isSkipped, remindersOf, shardOf, shardsToRead, totalsOf } from './state/shards.ts';
export type { StateChange, StateSnapshot, StateStore, WriteQuota } from './state/store.ts';
export { adopt } from './verify/adopt.ts';
export { type Correction, withCorrections } from './verify/correction.ts';
export { type Reconciliation, reconcile } from './verify/reconcile.ts';
export { listRemoteItems, type RemoteItem } from './verify/remote-items.ts';
export type { Wanted, WantedDocument, WantedItem } from './wanted.ts';
