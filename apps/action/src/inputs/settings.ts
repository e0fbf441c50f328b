import { LEFT_OUT_KINDS, type LeftOutKind } from '@context-sync/chunker';
import type { OnInDoubt } from '@context-sync/sync';

export type KeptKind = LeftOutKind | 'drafts';

export const KEPT_KINDS: readonly KeptKind[] = [...LEFT_OUT_KINDS, 'drafts'];

/** What the action was asked to do: the inputs, checked and typed. */
export interface Settings {
  /** Empty where none was given; only applying needs one. */
  readonly apiKey: string;
  readonly baseUrl: URL;
  readonly project: string;
  /** Folder without leading or trailing `/`; empty for the whole repository. */
  readonly docs: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Kinds of documents that are synced although they are left out by default. */
  readonly keep: ReadonlySet<KeptKind>;
  readonly public: boolean;
  readonly mode: 'auto' | 'plan' | 'apply';
  readonly connect: boolean;
  readonly installationId: number | undefined;
  readonly category: string;
  readonly provider: string;
  readonly siteUrl: string | undefined;
  /** undefined: the repository's default branch. */
  readonly branch: string | undefined;
  readonly githubToken: string;
  readonly stateRef: string;
  readonly allowMassChange: boolean;
  readonly onInDoubt: OnInDoubt;
  readonly concurrency: number;
  readonly targetSize: number;
}
