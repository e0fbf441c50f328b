import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Something that must be ended or taken away afterwards. */
export type Closing = () => Promise<void>;

/** Collects what must be closed, and closes it in reverse, all of it, whatever fails. */
export class Cleanup {
  readonly #closings: Closing[] = [];

  add(closing: Closing): void {
    this.#closings.push(closing);
  }

  /** A new folder that goes with the rest. */
  async folder(name: string): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), `context-sync-${name}-`));
    // A process that is just ending may still write into it.
    this.add(() => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
    return path;
  }

  /** @throws AggregateError when something could not be closed */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const closing of this.#closings.splice(0).reverse()) {
      await closing().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw new AggregateError(errors, 'not everything could be closed');
  }
}
