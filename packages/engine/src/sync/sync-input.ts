import type { Plan, StateStore } from '@context-sync/sync';
import type { ReadDocs } from '../docs/read-docs.ts';
import type { RunContext } from '../event/event-context.ts';
import type { Git } from '../git/git.ts';
import type { Settings } from '../inputs/action-settings.ts';
import type { History } from './commit-order.ts';

export interface SyncInput {
  readonly settings: Settings;
  readonly context: RunContext;
  readonly branch: string;
  /** Whether to apply the plan. A run that only plans requires no API key. */
  readonly applying: boolean;
  /** Whether a plan stores a preview of the pages of the docs portal. It is true for pull requests only. */
  readonly previews: boolean;
  /** The docs folders of all sources of the run, by which golden questions are assigned to sources. */
  readonly docsFolders: readonly string[];
  readonly git: Git;
  readonly store: StateStore;
  readonly history: History;
  readonly signal: AbortSignal;
  readonly log: SyncLog;
}

/** Receives the progress of a sync. Texts may be untrusted. */
export interface SyncLog {
  info(text: string): void;
  warn(text: string): void;
  progress(done: number, total: number): void;
  /** Receives the plan before any change is sent. */
  planned(plan: Plan, docs: ReadDocs): void;
}
