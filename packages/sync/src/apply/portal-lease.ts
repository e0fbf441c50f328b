import type { NavigationChange, PortalPlan } from '../portal/portal-plan.ts';
import { getPortalKey } from '../state/state-files.ts';
import { MAX_START_DELAY_MS } from '../state/state-lease.ts';
import { type ApplyContext, assertNotOvertaken, createWriter } from './apply-context.ts';
import { createIntentRecord, createNavigationIntent, getSummary, recordFindings } from './portal-edits.ts';
import { PlanOutdatedError, type StateDraft } from './state-ledger.ts';

/** The lease of a run on the docs portal: an intent in the state that contains what the run publishes. */
export class PortalLease {
  readonly #context: ApplyContext;
  readonly #plan: PortalPlan;
  readonly #digests: ReadonlyMap<string, string>;
  #isHeld = false;
  #writtenAt = 0;
  #write: Promise<void> = Promise.resolve();

  /** @param digests SHA-256 of the files to upload, by path, which are complete before the first request */
  constructor(context: ApplyContext, plan: PortalPlan, digests: ReadonlyMap<string, string>) {
    this.#context = context;
    this.#plan = plan;
    this.#digests = digests;
  }

  /**
   * Writes the intent and the results so far before the first request, and again if the intent is too old for another request.
   * @throws PlanOutdatedError if another run is publishing
   */
  async hold(navigation: NavigationChange | undefined): Promise<void> {
    this.#write = this.#write.then(() => this.#renew(navigation));
    await this.#write;
  }

  /** Makes the next request write the intent again, because the intent has changed. */
  expire(): void {
    this.#writtenAt = Number.NEGATIVE_INFINITY;
  }

  async #renew(navigation: NavigationChange | undefined): Promise<void> {
    const { clock, ledger } = this.#context;
    if (this.#isHeld && clock.date() - this.#writtenAt <= MAX_START_DELAY_MS) return;
    const by = createWriter(this.#context);
    await ledger.write('Intent: publish', (draft) => {
      assertNotOvertaken(this.#context, draft.meta);
      if (!this.#isHeld) this.#recordIntents(draft);
      else if (draft.meta.portal?.by?.run !== by.run) throw new PlanOutdatedError('another run is publishing pages');
      draft.meta.portal = { ...getSummary(draft), by, ...createNavigationIntent(this.#plan, navigation) };
    });
    this.#isHeld = true;
    this.#writtenAt = clock.date();
  }

  #recordIntents(draft: StateDraft): void {
    const { summary, changes } = this.#plan;
    if (draft.meta.portal?.revision !== summary?.revision)
      throw new PlanOutdatedError('another run has changed the pages since');
    const records = new Map(this.#plan.records);
    for (const change of changes) {
      const intent = createIntentRecord(
        change,
        records.get(getPortalKey({ kind: change.what, path: change.path })),
        this.#digests,
      );
      if (intent) records.set(getPortalKey(intent), intent);
    }
    recordFindings(draft, { ...this.#plan, records });
  }
}
