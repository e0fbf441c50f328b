import { setTimeout } from 'node:timers/promises';

export interface Clock {
  /** Returns the milliseconds since a fixed time. The value never decreases. */
  now(): number;
  /** Returns the milliseconds since 1970. */
  date(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  sleep: (milliseconds) => setTimeout(milliseconds),
};
