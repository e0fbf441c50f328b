import type { ChildProcess } from 'node:child_process';
import type { Decide, Fault } from './fault.ts';
import type { Random } from './random.ts';

/** The servers that a run talks to. */
export type Side = 'service' | 'github';

/** Where a run is killed: at a request, or some milliseconds after its start. */
export type KillPoint = KillAtRequest | { readonly milliseconds: number };

export interface KillAtRequest {
  readonly side: Side;
  /** Which request to that side, from 1. */
  readonly nth: number;
  /** Whether only what may change something is counted. */
  readonly writes: boolean;
  /**
   * `before`: the server never sees the request. `after`: it has carried it out, and the answer is lost. `answered`: the answer was given back a
   * moment ago. `late`: the server sees the request only when the test says so.
   */
  readonly moment: 'before' | 'after' | 'answered' | 'late';
}

/** Kills a run with SIGKILL when it comes to a certain point; asked by the proxies on both sides of the run. */
export class KillSwitch {
  #point: KillPoint | undefined;
  #child: ChildProcess | undefined;
  #seen = 0;
  #fired = false;
  #timer: NodeJS.Timeout | undefined;
  #held: (() => void)[] = [];

  /** Whether the point was reached while the run was alive. */
  get fired(): boolean {
    return this.#fired;
  }

  /** To be called for every run; without a point, the run is left alone. */
  arm(point: KillPoint | undefined): void {
    clearTimeout(this.#timer);
    this.#point = point;
    this.#child = undefined;
    this.#seen = 0;
    this.#fired = false;
  }

  /** Names the process of the run that was armed. */
  readonly attach = (child: ChildProcess): void => {
    this.#child = child;
    const point = this.#point;
    if (!point || !('milliseconds' in point)) return;
    this.#timer = setTimeout(() => this.#kill(), point.milliseconds);
    child.once('close', () => clearTimeout(this.#timer));
  };

  /** Lets the requests go on that were held at `late` points. */
  release(): void {
    for (const release of this.#held.splice(0)) release();
  }

  /** What the proxy on that side does with a request. */
  decide(side: Side): Decide {
    return (method) => this.#treat(side, method);
  }

  #treat(side: Side, method: string): Fault {
    const point = this.#point;
    if (!point || 'milliseconds' in point || this.#fired || point.side !== side) return 'none';
    if (point.writes && method === 'GET') return 'none';
    this.#seen += 1;
    if (this.#seen !== point.nth) return 'none';
    switch (point.moment) {
      case 'before':
        this.#kill();
        return 'request-lost';
      case 'after':
        return { onPassed: () => this.#kill() };
      case 'answered':
        return { onAnswered: () => this.#kill() };
      case 'late': {
        this.#kill();
        return { heldUntil: new Promise<void>((resolve) => this.#held.push(resolve)) };
      }
    }
  }

  #kill(): void {
    // A run that has come to its end meanwhile was not killed.
    this.#fired = this.#child?.kill('SIGKILL') === true && this.#child.exitCode === null;
  }
}

/**
 * A point somewhere in a run that sends about `writes` requests to the service: half at its requests there, a third where the state is
 * written, some while it reads, some by time alone.
 */
export function drawKillPoint(random: Random, writes: number): KillPoint {
  const drawn = random.next();
  const moment = random.pick(['before', 'after', 'after', 'answered', 'late'] as const);
  if (drawn < 0.45) return { side: 'service', nth: random.whole(1, Math.max(writes, 1)), writes: true, moment };
  if (drawn < 0.8) {
    // Small syncs write the state for about every 13 items, with three requests each; others less often.
    return { side: 'github', nth: random.whole(1, 12 + Math.ceil(writes / 8)), writes: true, moment };
  }
  if (drawn < 0.9) return { side: random.pick(['service', 'github']), nth: random.whole(1, 4), writes: false, moment };
  return { milliseconds: random.whole(100, 1_200) };
}
