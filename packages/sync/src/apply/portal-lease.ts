import type { NavigationChange, PortalPlan } from '../portal/portal-plan.ts';
import { getPortalKey } from '../state/state-files.ts';
import { MAX_START_DELAY_MS } from '../state/state-lease.ts';
import { type ApplyContext, assertNotOvertaken, createWriter } from './apply-context.ts';
import { createIntentRecord, createNavigationIntent, getSummary, recordFindings } from './portal-edits.ts';
import { PlanOutdatedError, type StateDraft } from './state-ledger.ts';

/** The record in the state that a run is publishing, and what. */
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
   * Writes the intent before the first request, and again if it is too old for another request, with the results so far.
   * @throws PlanOutdatedError if another run is publishing
   */
  async hold(navigation: NavigationChange | undefined): Promise<void> {
    this.#write = this.#write.then(() => this.#renew(navigation));
    await this.#write;
  }

  /** Lets the next request write the intent again, because it has changed. */
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
