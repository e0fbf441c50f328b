/** Wakes whoever waits. A notice that nobody waits for is gone. */
export class Notice {
  #waiting: (() => void)[] = [];

  /** Resolves at the next notice. */
  async wait(): Promise<void> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  give(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
