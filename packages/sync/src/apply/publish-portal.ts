import { type ApiError, isChangedMeanwhile } from '@context-sync/core';
import { hashParts } from '../fingerprint.ts';
import { type BatchLine, type BatchReaction, createBatchLine, PageBatcher } from '../portal/page-batches.ts';
import {
  type FileChange,
  hasPortalRequests,
  isOwnNavigation,
  isPageWrite,
  isPortalSettled,
  isUpload,
  type NavigationChange,
  type PortalChange,
  type PortalPlan,
} from '../portal/portal-plan.ts';
import type { PortalFailure, PortalWarning } from '../portal/portal-result.ts';
import { computeSha256 } from '../portal/reconcile-portal.ts';
import { computeNavigationDigest } from '../portal/wanted-portal.ts';
import type { PortalRecord } from '../state/state-schema.ts';
import type { ApplyContext } from './apply-context.ts';
import type { StepResult, StepResults } from './apply-result.ts';
import { isOutcomeUnknown } from './change-outcome.ts';
import {
  clearWriter,
  createPublishedRecord,
  keepEarlier,
  omitEntries,
  recordFindings,
  recordNavigation,
  replaceRecords,
} from './portal-edits.ts';
import { PortalLease } from './portal-lease.ts';
import { PlanOutdatedError } from './state-ledger.ts';
import { describeTitleRefusal, isTitleRefused } from './title-refusal.ts';

/** Maximum number of attempts to change the settings of the portal if others change them at the same time. */
const MAX_SETTINGS_ATTEMPTS = 5;

/**
 * Publishes pages and files: files before the pages that use them, pages before the navigation that lists them, and deletions at the end. The digests are
 * recorded before the first request, so that the next run recognizes what a killed run has published. Every request contains the version that it replaces, so
 * that it never overwrites changes of others.
 */
export async function publishPortal(context: ApplyContext, results: StepResults): Promise<StepResult> {
  const { portal } = context.input.plan;
  if (!portal || isPortalSettled(portal)) return {};
  if (!hasPortalRequests(portal)) {
    context.ledger.noteResult((draft) => {
      if (draft.meta.portal?.revision === portal.summary?.revision) recordFindings(draft, portal);
    });
    return {};
  }
  if (results.unsent > 0 || context.breaker.isOpen) return { unsent: 1 };
  return new Publisher(context, portal).run();
}

class Publisher {
  readonly #context: ApplyContext;
  readonly #plan: PortalPlan;
  readonly #done: PortalChange[] = [];
  readonly #failures: PortalFailure[] = [];
  readonly #warnings: PortalWarning[] = [];
  #isNavigationSent = false;
  /** Whether the navigation could not be changed for a temporary reason, so that the next run tries again. */
  #isNavigationStuck = false;
  #navigation: NavigationChange | undefined;
  #published: boolean | undefined;
  #isOutcomeUnknown = false;
  #unsent = 0;
  readonly #lease: PortalLease;
  readonly #batcher: PageBatcher;
  /** SHA-256 of the files to upload, by path. */
  readonly #digests = new Map<string, string>();

  constructor(context: ApplyContext, plan: PortalPlan) {
    this.#context = context;
    this.#plan = plan;
    this.#navigation = plan.navigation;
    this.#batcher = new PageBatcher(plan.isUnconfirmed || plan.summary?.by !== undefined);
    this.#lease = new PortalLease(context, plan, this.#digests);
  }

  async run(): Promise<StepResult> {
    const { changes } = this.#plan;
    const commit = this.#context.input.target.commit;
    const uploads = changes.filter(isUpload);
    const writes = changes.filter(isPageWrite).map((change) => createBatchLine(change, commit));
    const deletions = changes.filter((change) => change.kind === 'delete');
    const pageDeletions = deletions.filter(({ what }) => what === 'page');
    const fileDeletions = deletions.filter(({ what }) => what === 'file');
    try {
      for (const { path, file } of uploads) this.#digests.set(path, computeSha256(await this.#ports().readFile(file)));
      await this.#uploadFiles(uploads);
      await this.#sendLines(writes);
      await this.#changeSettings();
      // The navigation on the platform may still contain the pages to delete.
      if (this.#isNavigationStuck) return this.#end();
      await this.#sendLines(pageDeletions.map((change) => createBatchLine(change, commit)));
      for (const change of fileDeletions) await this.#deleteFile(change);
    } catch (error) {
      return { ...this.#end(), error };
    }
    return this.#end();
  }

  #end(): StepResult {
    // A request whose response was lost may still be executed, so its content must stay in the records for the next run.
    const { ledger, input } = this.#context;
    if (!this.#isOutcomeUnknown && !this.#plan.isUnconfirmed)
      ledger.noteResult((draft) => clearWriter(draft, input.run));
    return {
      unsent: this.#unsent,
      portal: {
        done: this.#done,
        failures: this.#failures,
        warnings: this.#warnings,
        isNavigationSent: this.#isNavigationSent,
        ...(this.#published === undefined ? {} : { published: this.#published }),
      },
    };
  }

  async #uploadFiles(changes: readonly FileChange[]): Promise<void> {
    const queue = [...changes];
    const work = async () => {
      for (let change = queue.shift(); change; change = queue.shift()) await this.#uploadFile(change);
    };
    const workers = Array.from({ length: this.#context.concurrency }, work);
    const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  async #uploadFile(change: FileChange): Promise<void> {
    const { ledger, sendSignal: signal } = this.#context;
    const { docs, readFile } = this.#ports();
    const { path, file, before } = change;
    const bytes = Uint8Array.from(await readFile(file));
    const digest = this.#digests.get(path) ?? computeSha256(bytes);
    await this.#send([path], async () => {
      await docs.putDocsFile(ledger.state.meta.project, path, bytes, before?.digest ?? null, { signal });
      this.#record([change], { kind: 'file', path, file: file.file, digest, blob: file.blob });
    });
  }

  async #deleteFile(change: Extract<PortalChange, { kind: 'delete' }>): Promise<void> {
    const { ledger, sendSignal: signal } = this.#context;
    const { path, before } = change;
    await this.#send([path], async () => {
      await this.#ports().docs.deleteDocsFile(ledger.state.meta.project, path, before.digest ?? '', { signal });
      this.#record([change]);
    });
  }

  async #sendLines(lines: readonly BatchLine[]): Promise<void> {
    const queue = [...lines];
    while (queue.length > 0) queue.unshift(...(await this.#sendBatch(this.#batcher.take(queue))));
  }

  /**
   * Sends a batch. If the platform rejects it because of one of its pages, sends its halves, so that the other pages are published.
   * @returns the lines to send again in smaller batches, because the platform could not store so many pages at once
   */
  async #sendBatch(batch: readonly BatchLine[]): Promise<readonly BatchLine[]> {
    const { ledger, input, sendSignal: signal, clock, breaker } = this.#context;
    const { lineage, project } = ledger.state.meta;
    const lines = batch.map(({ line }) => line);
    const paths = lines.map(({ path }) => path);
    const revision = this.#plan.summary?.revision ?? 0;
    const idempotencyKey = hashParts([lineage, project, 'pages', input.run, revision, lines]);
    let reaction: BatchReaction | undefined;
    const send = async () => {
      const startedAt = clock.now();
      const options = { idempotencyKey, repeatable: true, signal };
      const { pages, warnings } = await this.#ports().docs.putDocsPages(project, lines, options);
      this.#batcher.onStored(batch.length, clock.now() - startedAt);
      const etags = new Map(pages.map(({ path, etag }) => [path, etag]));
      for (const { change } of batch) this.#record([change], createPublishedRecord(change, etags.get(change.path)));
      this.#warnings.push(...warnings);
    };
    const onFailure = (error: unknown) => {
      reaction = this.#batcher.onFailure(batch.length, error);
      if (reaction === undefined) return false;
      breaker.onFailure(error);
      if (reaction === 'send-again' && breaker.isOpen) reaction = undefined;
      return reaction !== undefined;
    };
    await this.#send(paths, send, onFailure);
    if (reaction === 'send-again') return batch;
    if (reaction === undefined) return [];
    const middle = Math.ceil(batch.length / 2);
    return [...(await this.#sendBatch(batch.slice(0, middle))), ...(await this.#sendBatch(batch.slice(middle)))];
  }

  /** Notes the result of completed changes: removes their previous records, and adds the new record. */
  #record(changes: readonly PortalChange[], record?: PortalRecord): void {
    this.#done.push(...changes);
    const removedRecords = changes.flatMap((change) => ('before' in change && change.before ? [change.before] : []));
    const addedRecord = record && keepEarlier(record, this.#plan);
    this.#context.ledger.noteResult((draft) => replaceRecords(draft, removedRecords, addedRecord));
  }

  /** Removes the pages that could not be published from the navigation. The next run adds them. */
  #omitFailedPages(): void {
    const failedPaths = new Set(this.#failures.map(({ path }) => path));
    if (!this.#navigation?.entries || failedPaths.size === 0) return;
    this.#navigation = { ...this.#navigation, entries: omitEntries(this.#navigation.entries, failedPaths) };
    // The intent must contain the digest of the navigation that is sent.
    this.#lease.expire();
  }

  async #changeSettings(): Promise<void> {
    this.#omitFailedPages();
    const navigation = this.#navigation;
    let { title } = this.#plan;
    const isNavigationChanged = navigation !== undefined && navigation.kind !== 'conflict';
    if (!isNavigationChanged && title === undefined) return;
    const { docs } = this.#ports();
    const { ledger, sendSignal: signal } = this.#context;
    const { project } = ledger.state.meta;
    await this.#send([undefined], async () => {
      for (let attempt = 1; ; attempt += 1) {
        const settings = await docs.getDocsSettings(project, { signal });
        this.#published = settings.published;
        const current = computeNavigationDigest(settings.navigation);
        const wantedDigest = isNavigationChanged ? computeNavigationDigest(navigation.entries) : current;
        const isOwn = current === undefined || current === wantedDigest || isOwnNavigation(this.#plan.summary, current);
        if (!isOwn) throw new PlanOutdatedError('the navigation of the portal was changed');
        const wantedTitle = settings.title || title;
        const isCurrent = current === wantedDigest && (settings.title ?? undefined) === wantedTitle;
        try {
          const changedSettings = {
            ...settings,
            ...(isNavigationChanged ? { navigation: navigation.entries?.slice() ?? null } : {}),
            ...(wantedTitle === undefined ? {} : { title: wantedTitle }),
          };
          if (!isCurrent) await docs.putDocsSettings(project, changedSettings, { signal });
        } catch (error) {
          if (title !== undefined && isTitleRefused(error, isNavigationChanged)) {
            this.#warnings.push({ path: undefined, message: describeTitleRefusal(title, error) });
            if (!isNavigationChanged) return;
            title = undefined;
          } else if (!isChangedMeanwhile(error) || attempt === MAX_SETTINGS_ATTEMPTS) throw error;
          continue;
        }
        this.#isNavigationSent = !isCurrent;
        ledger.noteResult((draft) => recordNavigation(draft, wantedDigest, this.#plan));
        return;
      }
    });
  }

  /**
   * Sends a request with the lease of this run.
   * @param paths paths of the changed pages or files; undefined for the settings
   * @param isHandled returns whether a failure was handled, so that it is not a failure of the run
   */
  async #send(
    paths: readonly (string | undefined)[],
    work: () => Promise<void>,
    isHandled: (error: unknown) => boolean = () => false,
  ): Promise<void> {
    const { breaker, limiter } = this.#context;
    const hasRun =
      !breaker.isOpen &&
      (await limiter.run(
        async () => {
          await this.#lease.hold(this.#navigation);
          try {
            await work();
            breaker.onSuccess();
          } catch (error) {
            if (!isHandled(error)) this.#onFailure(paths, error);
          }
        },
        () => breaker.isOpen,
      ));
    if (!hasRun) this.#unsent += paths.length;
  }

  #onFailure(paths: readonly (string | undefined)[], error: unknown): void {
    if (error instanceof PlanOutdatedError) throw error;
    // Only a new plan can decide whether the difference is a conflict.
    if (isChangedMeanwhile(error)) throw new PlanOutdatedError('the portal was changed since the plan was made');
    if (isOutcomeUnknown(error)) this.#isOutcomeUnknown = true;
    // Changing the settings may require another role than changing pages.
    const isRoleMissing = paths[0] === undefined && (error as Partial<ApiError>).status === 403;
    if (!isRoleMissing) this.#context.breaker.onFailure(error);
    if (paths[0] === undefined && !isRoleMissing) this.#isNavigationStuck = true;
    const failure = error instanceof Error ? error : new Error(String(error));
    this.#failures.push(...paths.map((path) => ({ path, error: failure })));
  }

  #ports() {
    const { portal } = this.#context.ports;
    if (!portal) throw new Error('the operations of the docs portal are missing');
    return portal;
  }
}
