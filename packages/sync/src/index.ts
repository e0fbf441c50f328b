export { apply } from './apply/apply.ts';
export { PlanOutdatedError } from './apply/ledger.ts';
export type { ApplyResult, Done, Earlier, Failure } from './apply/result.ts';
export type { ApplyInput, ApplyPorts, Clock } from './apply/run.ts';
export { digest, fingerprintOf } from './fingerprint.ts';
export {
  type Change,
  type ChangeKind,
  type ConnectChange,
  isEmpty,
  type Leftover,
  type OnInDoubt,
  type Plan,
} from './plan/change.ts';
export { InstallationIdMissing, planConnect, type WantedDataSource } from './plan/connect.ts';
export { type Counts, countsOf } from './plan/counts.ts';
export { type MassChange, massChange } from './plan/guard.ts';
export { type Known, plan } from './plan/plan.ts';
export { StateConflictError, StateError } from './state/errors.ts';
export { isDocumentsFile, META_FILE, parseDocuments, parseMeta, toFiles } from './state/files.ts';
export { newState } from './state/new-state.ts';
export { assertOwn } from './state/ownership.ts';
export type { DataSourceRecord, DocumentRecord, ItemRecord, ItemStatus, State, StateMeta } from './state/schema.ts';
export type { StateSnapshot, StateStore } from './state/store.ts';
export type { Wanted, WantedDocument, WantedItem } from './wanted.ts';
