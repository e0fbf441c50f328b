import type { ChildProcess } from 'node:child_process';
import type { FaultDecider, ProxyFault } from './proxy-faults.ts';
import type { Random } from './random-source.ts';

/** The servers that a run communicates with. */
export type RunServer = 'service' | 'github';

/** The point at which a run is killed: at a request, or some milliseconds after its start. */
export type KillPoint = KillAtRequest | { readonly milliseconds: number };

export interface KillAtRequest {
  readonly side: RunServer;
  /** Number of the request to that server, starting at 1. */
  readonly nth: number;
  /** Whether to count only requests that may change something. */
  readonly writes: boolean;
  /**
   * `before`: the server never receives the request. `after`: the server has executed it, and the response is lost. `answered`: the
   * response has just been returned. `late`: the server receives the request only when the test releases it.
   */
  readonly moment: 'before' | 'after' | 'responded' | 'late';
}

/** Kills a run with SIGKILL at a given point. Used by the proxies of both servers. */
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

  /** Prepares the next run; without a point, the run is not killed. */
  arm(point: KillPoint | undefined): void {
    clearTimeout(this.#timer);
    this.#point = point;
    this.#child = undefined;
    this.#seen = 0;
    this.#fired = false;
  }

  /** Sets the process of the run. */
  readonly attach = (child: ChildProcess): void => {
    this.#child = child;
    const point = this.#point;
    if (!point || !('milliseconds' in point)) return;
    this.#timer = setTimeout(() => this.#kill(), point.milliseconds);
    child.once('close', () => clearTimeout(this.#timer));
  };

  /** Releases the requests held at `late` points. */
  release(): void {
    for (const release of this.#held.splice(0)) release();
  }

  /** Returns the decision function for the proxy of a server. */
  decide(side: RunServer): FaultDecider {
    return (method) => this.#treat(side, method);
  }

  #treat(side: RunServer, method: string): ProxyFault {
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
      case 'responded':
        return { onResponded: () => this.#kill() };
      case 'late': {
        this.#kill();
        return { heldUntil: new Promise<void>((resolve) => this.#held.push(resolve)) };
      }
    }
  }

  #kill(): void {
    // A run that has already ended was not killed.
    this.#fired = this.#child?.kill('SIGKILL') === true && this.#child.exitCode === null;
  }
}

/**
 * Draws a point in a run that sends about `writes` requests to the service: about half at its writes, a third where the state is written,
 * some while it reads, some by time.
 */
export function drawKillPoint(random: Random, writes: number): KillPoint {
  const drawnValue = random.next();
  const killMoment = random.pick(['before', 'after', 'after', 'responded', 'late'] as const);
  if (drawnValue < 0.45)
    return { side: 'service', nth: random.integer(1, Math.max(writes, 1)), writes: true, moment: killMoment };
  if (drawnValue < 0.8) {
    // Small syncs write the state about once per 13 items, with three requests each; larger ones less often.
    return { side: 'github', nth: random.integer(1, 12 + Math.ceil(writes / 8)), writes: true, moment: killMoment };
  }
  if (drawnValue < 0.9)
    return { side: random.pick(['service', 'github']), nth: random.integer(1, 4), writes: false, moment: killMoment };
  return { milliseconds: random.integer(100, 1_200) };
}
