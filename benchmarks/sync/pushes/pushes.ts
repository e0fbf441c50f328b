import type { Cleanup } from '../../../packages/testkit/build/index.js';
import { expectRun } from '../measure/expect-run.ts';
import { BenchmarkSandbox, type CountedRun, type MeasuredRun } from '../sandbox/benchmark-sandbox.ts';
import { createPage, getPath } from '../sandbox/sample-docs.ts';
import { MeasurementFailed } from '../timing/measure-work.ts';

/**
 * The number of documents that are edited before the pushes with superseded items. It is high enough to change each of
 * the 64 shards.
 */
const MAX_EDITED_DOCUMENTS = 300;

/** A synced project with `size` documents, and the pushes that follow the first sync. The items on the server are checked after every run. */
export class PushSeries {
  readonly size: number;
  readonly first: MeasuredRun;
  readonly #sandbox: BenchmarkSandbox;
  #items: number;
  #edition = 0;

  private constructor(size: number, sandbox: BenchmarkSandbox, first: MeasuredRun) {
    this.size = size;
    this.first = first;
    this.#sandbox = sandbox;
    this.#items = size;
  }

  static async begin(cleanup: Cleanup, size: number): Promise<PushSeries> {
    const sandbox = await BenchmarkSandbox.create(cleanup, { documents: size, latency: 0, extensions: false });
    await sandbox.configure({ concurrency: 50 });
    const firstRun = await sandbox.run();
    expectRun(firstRun, { items: size, titles: size, created: size, updated: 0 });
    return new PushSeries(size, sandbox, firstRun);
  }

  async pushNothing(): Promise<MeasuredRun> {
    return this.#checked(await this.#sandbox.run(), 0);
  }

  async countPushOfNothing(): Promise<CountedRun> {
    return this.#checked(await this.#sandbox.countedRun(), 0);
  }

  async pushEdit(): Promise<MeasuredRun> {
    await this.#edit(1);
    return this.#checked(await this.#sandbox.run(), 1);
  }

  async countPushOfEdit(): Promise<CountedRun> {
    await this.#edit(1);
    return this.#checked(await this.#sandbox.countedRun(), 1);
  }

  async pushManyEdits(): Promise<void> {
    const count = Math.min(MAX_EDITED_DOCUMENTS, this.size - 1);
    await this.#edit(count);
    this.#checked(await this.#sandbox.run(), count);
  }

  async #edit(count: number): Promise<void> {
    this.#edition += 1;
    const indexes = Array.from({ length: count }, (_, index) => index);
    await this.#sandbox.edit(
      Object.fromEntries(indexes.map((index) => [getPath(index), createPage(index, this.#edition)])),
    );
  }

  #checked<T extends MeasuredRun>(run: T, createdCount: number): T {
    this.#items += createdCount;
    expectRun(run, { items: this.#items, titles: this.size, created: createdCount, updated: 0 });
    if (createdCount === 0 && run.service.trace.length > 0)
      throw new MeasurementFailed('A push without changes sent requests to the service.');
    return run;
  }
}
