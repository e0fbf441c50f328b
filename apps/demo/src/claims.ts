import { screen } from './screen.ts';

/** What the demo says about what it saw, and whether all of it was so. */
export class Claims {
  #broken = 0;

  get broken(): number {
    return this.#broken;
  }

  /** Says `text` if it holds; otherwise says that it does not. */
  claim(holds: boolean, text: string, instead: string): void {
    if (holds) {
      screen.good(text);
      return;
    }
    this.#broken += 1;
    screen.bad(`expected: ${text}; but ${instead}`);
  }
}
