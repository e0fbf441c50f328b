import { setTimeout } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since some fixed time; never goes back. */
  now(): number;
  /** Milliseconds since 1970. */
  date(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  sleep: (milliseconds) => setTimeout(milliseconds),
};
