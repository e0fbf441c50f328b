import { screen } from './terminal-screen.ts';

/** Prints the checks of the demo and counts the failed ones. */
export class DemoChecks {
  #broken = 0;

  get broken(): number {
    return this.#broken;
  }

  /** Prints `text` if the check passed, and `failureText` otherwise. */
  check(holds: boolean, text: string, failureText: string): void {
    if (holds) {
      screen.good(text);
      return;
    }
    this.#broken += 1;
    screen.bad(`expected: ${text}; but ${failureText}`);
  }
}
