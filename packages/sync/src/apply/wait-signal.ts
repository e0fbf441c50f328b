/** A condition variable. Notifications are not queued: a notification without a waiter is lost. */
export class Signal {
  #waiters: (() => void)[] = [];

  /** Resolves at the next notification. */
  async wait(): Promise<void> {
    await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  notify(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wakeWaiter of waiters) wakeWaiter();
  }
}
