import type { Cleanup } from '../../../packages/testkit/build/index.js';
import { expectRun } from '../measure/expect-run.ts';
import { pageOf, pathOf } from '../stage/docs.ts';
import { type CountedRun, type Run, Stage } from '../stage/stage.ts';
import { MeasurementFailed } from '../timing/measured.ts';

/** So many documents are edited at once before the pushes that find superseded items; enough to meet every one of the 64 shards. */
const MANY = 300;

/** A project of `size` documents that were synced, and the pushes that follow. Every run is checked for what it has left on the server. */
export class Pushes {
  readonly size: number;
  readonly first: Run;
  readonly #stage: Stage;
  #items: number;
  #edition = 0;

  private constructor(size: number, stage: Stage, first: Run) {
    this.size = size;
    this.first = first;
    this.#stage = stage;
    this.#items = size;
  }

  static async begin(cleanup: Cleanup, size: number): Promise<Pushes> {
    const stage = await Stage.set(cleanup, { documents: size, latency: 0, extensions: false });
    const first = await stage.run({ concurrency: '50' });
    expectRun(first, { items: size, titles: size, created: size, updated: 0 });
    return new Pushes(size, stage, first);
  }

  async nothing(): Promise<Run> {
    return this.#checked(await this.#stage.run(), 0);
  }

  async nothingCounted(): Promise<CountedRun> {
    return this.#checked(await this.#stage.countedRun(), 0);
  }

  async oneEdit(): Promise<Run> {
    await this.#edit(1);
    return this.#checked(await this.#stage.run(), 1);
  }

  async oneEditCounted(): Promise<CountedRun> {
    await this.#edit(1);
    return this.#checked(await this.#stage.countedRun(), 1);
  }

  async manyEdits(): Promise<void> {
    const count = Math.min(MANY, this.size - 1);
    await this.#edit(count);
    this.#checked(await this.#stage.run(), count);
  }

  async #edit(count: number): Promise<void> {
    this.#edition += 1;
    const indexes = Array.from({ length: count }, (_, index) => index);
    await this.#stage.edit(Object.fromEntries(indexes.map((index) => [pathOf(index), pageOf(index, this.#edition)])));
  }

  #checked<T extends Run>(run: T, created: number): T {
    this.#items += created;
    expectRun(run, { items: this.#items, titles: this.size, created, updated: 0 });
    if (created === 0 && run.service.trace.length > 0) throw new MeasurementFailed('A no-op push asked the service.');
    return run;
  }
}
