import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Closes or deletes a resource. */
export type CloseCallback = () => Promise<void>;

/** Collects resources and closes all of them in reverse order, even if some fail. */
export class Cleanup {
  readonly #closings: CloseCallback[] = [];

  add(closing: CloseCallback): void {
    this.#closings.push(closing);
  }

  /** Creates a folder that `close` deletes. */
  async folder(name: string): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), `context-sync-${name}-`));
    // The deletion is retried, because a process that is about to end may still write to the folder.
    this.add(() => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
    return path;
  }

  /** Closes all resources. @throws AggregateError if a resource could not be closed */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const closeStep of this.#closings.splice(0).reverse()) {
      await closeStep().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw new AggregateError(errors, 'some resources could not be closed');
  }
}
