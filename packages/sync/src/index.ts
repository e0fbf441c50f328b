export { apply } from './apply/apply.ts';
export { outcomeUnknown } from './apply/certainty.ts';
export { PlanOutdatedError } from './apply/ledger.ts';
export { Pace, type PaceSign } from './apply/pace.ts';
export { passOver } from './apply/pass-over.ts';
export type { ApplyResult, Done, Earlier, Failure } from './apply/result.ts';
export { type ApplyInput, type ApplyPorts, type Clock, SYSTEM_CLOCK } from './apply/run.ts';
export { BATCH_LIMIT } from './apply/window.ts';
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
export { InstallationIdMissing, planConnect, type WantedDataSource } from './plan/connect.ts';
export { type Counts, countsOf } from './plan/counts.ts';
export { type MassChange, massChange } from './plan/guard.ts';
export { type Known, plan } from './plan/plan.ts';
export { planHash } from './plan/plan-hash.ts';
export { afterWaiting } from './plan/waited.ts';
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
export { newState } from './state/new-state.ts';
export { assertOwn, isSameRepository, type Owner, repositoryToRecord } from './state/ownership.ts';
export type {
  DataSourceRecord,
  DocumentRecord,
  ItemRecord,
  ItemStatus,
  Reminder,
  RepositoryIdentity,
  State,
  StateMeta,
  Writer,
} from './state/schema.ts';
export { ALL_SHARDS, isSkipped, remindersOf, shardOf, shardsToRead, totalsOf } from './state/shards.ts';
export type { StateChange, StateSnapshot, StateStore, WritePace } from './state/store.ts';
export { WRITE_LIMIT } from './state/writer.ts';
export { adopt } from './verify/adopt.ts';
export { type Correction, withCorrections } from './verify/correction.ts';
export { type HeldItem, listHeld } from './verify/held.ts';
export { type Reconciled, reconcile } from './verify/reconcile.ts';
export type { Wanted, WantedDocument, WantedItem } from './wanted.ts';
