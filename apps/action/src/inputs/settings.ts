import { LEFT_OUT_KINDS, type LeftOutKind } from '@context-sync/selection';
import type { InDoubtDecisions } from './in-doubt.ts';
import type { RemoteAddress } from './remote-address.ts';

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
  readonly mode: 'auto' | 'plan' | 'apply' | 'doctor';
  /** When there is to be a comment with the plan on the pull request. */
  readonly comment: 'changes-only' | 'always' | 'never';
  readonly connect: boolean;
  readonly installationId: number | undefined;
  readonly category: string;
  readonly provider: string;
  /** Empty for none. */
  readonly titlePrefix: string;
  readonly siteUrl: string | undefined;
  /** undefined: the repository's default branch. */
  readonly branch: string | undefined;
  /** Empty on other systems than GitHub, where the state is kept elsewhere. */
  readonly githubToken: string;
  readonly stateRef: string;
  readonly allowMassChange: boolean;
  readonly allowCredentials: boolean;
  readonly onInDoubt: InDoubtDecisions;
  /** What to do where there is no state: begin anew, rebuild it from the service's list, or stop. */
  readonly onMissingState: 'create' | 'adopt' | 'fail';
  /** Full name that the repository had when the state was written, where a person confirms that the state moved with it. */
  readonly movedFrom: string | undefined;
  /** Whether to hold the state against the service's own list; `auto` does so in scheduled and manual runs. */
  readonly verify: 'auto' | 'true' | 'false';
  /** Keys, ids or paths of superseded and orphaned items that a person has deleted; `all` stands for every one. */
  readonly forget: readonly string[];
  /** Minutes after which nothing new is sent. */
  readonly maxMinutes: number;
  /** Folder that the state is kept in instead of a git ref; undefined: a ref. */
  readonly stateFolder: string | undefined;
  /** Git repository that the state's ref is kept in, by git itself; undefined: this repository, by GitHub's API. */
  readonly stateRemote: RemoteAddress | undefined;
  readonly concurrency: number;
  readonly targetSize: number;
}
