import { StoreUnavailableError } from '../../store-unavailable-error.ts';
import type { SqliteWriter } from '../sqlite-writer.ts';
import { runCall, type StoreCall, type WriterRequest } from './thread-messages.ts';

/**
 * Maximum total time in milliseconds that a transaction waits for the main thread. Other writes wait meanwhile. The time is shorter than the deadline
 * of a request, so that the response can report the outcome.
 */
export const TRANSACTION_WAIT_MS = 10_000;

/** A step or the end of a transaction, with the functions that report its outcome. */
interface TransactionMessage {
  readonly call: StoreCall | undefined;
  /** Whether the main thread does not wait for the call. If so, an error of the call must end the transaction. */
  readonly isDeferred: boolean;
  readonly commits: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Ends a transaction that the main thread rolls back. */
class RolledBack extends Error {}

/**
 * Runs transactions whose work is executed by the main thread: it sends the calls one by one, and then a commit or a rollback. The same commit can
 * contain earlier and later writes of other requests.
 */
export class RemoteTransactions {
  readonly #writer: SqliteWriter<object>;
  readonly #waitMs: number;
  readonly #running = new Map<number, RemoteTransaction>();

  constructor(writer: SqliteWriter<object>, waitMs = TRANSACTION_WAIT_MS) {
    this.#writer = writer;
    this.#waitMs = waitMs;
  }

  /** Runs a call in a transaction. The first call begins the transaction. */
  step({ transaction, call, isDeferred }: Omit<WriterRequest & { kind: 'step' }, 'kind'>): Promise<unknown> {
    const running = this.#running.get(transaction) ?? this.#begin(transaction);
    return running.add({ call, isDeferred, commits: false });
  }

  /** Ends a transaction. The promise resolves after the commit or the rollback. */
  async end(id: number, commits: boolean): Promise<void> {
    const transaction = this.#running.get(id);
    this.#running.delete(id);
    await transaction?.add({ call: undefined, isDeferred: false, commits });
  }

  #begin(id: number): RemoteTransaction {
    const transaction = new RemoteTransaction(this.#writer, this.#waitMs);
    this.#running.set(id, transaction);
    return transaction;
  }
}

class RemoteTransaction {
  readonly #writer: SqliteWriter<object>;
  readonly #messages: TransactionMessage[] = [];
  #wake: (() => void) | undefined;
  #remainingMs: number;
  #failure: { readonly error: unknown } | undefined;

  constructor(writer: SqliteWriter<object>, waitMs: number) {
    this.#writer = writer;
    this.#remainingMs = waitMs;
    void this.#run();
  }

  add(message: Omit<TransactionMessage, 'resolve' | 'reject'>): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    return new Promise((resolve, reject) => {
      this.#messages.push({ ...message, resolve, reject });
      this.#wake?.();
    });
  }

  async #run(): Promise<void> {
    let end: TransactionMessage | undefined;
    try {
      await this.#writer.write(async (ports, sql) => {
        for (;;) {
          const message = await this.#next();
          if (message.call === undefined) {
            end = message;
            if (message.commits) return;
            throw new RolledBack();
          }
          try {
            message.resolve(await runCall(message.call, ports, sql));
          } catch (error) {
            message.reject(error);
            if (message.isDeferred) throw error;
          }
        }
      });
      end?.resolve(undefined);
    } catch (error) {
      this.#fail(error);
      if (error instanceof RolledBack) end?.resolve(undefined);
      else end?.reject(error);
    }
  }

  async #next(): Promise<TransactionMessage> {
    const startedAt = performance.now();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#wake?.();
    }, this.#remainingMs);
    try {
      for (;;) {
        const message = this.#messages.shift();
        if (message) return message;
        if (isLate) throw new StoreUnavailableError('a transaction waited too long for its next statement');
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
      this.#remainingMs -= performance.now() - startedAt;
    }
  }

  /** Rejects the messages that arrive after the transaction has failed. */
  #fail(error: unknown): void {
    this.#failure = { error };
    for (const { reject } of this.#messages.splice(0)) reject(error);
  }
}
