import type { ChildProcess } from 'node:child_process';
import type { FaultDecider, ProxyFault } from './proxy-faults.ts';
import type { Random } from './random-source.ts';

/** The servers with which a run communicates. */
export type RunServer = 'service' | 'github';

/** The point at which a run is killed: at a certain request, or a number of milliseconds after its start. */
export type KillPoint = KillAtRequest | { readonly milliseconds: number };

export interface KillAtRequest {
  readonly side: RunServer;
  /** Number of the request to that server, counted from 1. */
  readonly nth: number;
  /** Whether only requests that may change something are counted. */
  readonly writes: boolean;
  /**
   * `before`: the server never receives the request. `after`: the server has executed the request, and the response is lost. `responded`: the
   * response has just been returned. `late`: the server receives the request only when the test releases it.
   */
  readonly moment: 'before' | 'after' | 'responded' | 'late';
}

/** Kills a run with SIGKILL at a given point. The proxies of both servers use it. */
export class KillSwitch {
  #point: KillPoint | undefined;
  #child: ChildProcess | undefined;
  #seen = 0;
  #fired = false;
  #timer: NodeJS.Timeout | undefined;
  #held: (() => void)[] = [];

  /** Whether the point was reached while the run was still active. */
  get fired(): boolean {
    return this.#fired;
  }

  /** Prepares the switch for the next run. Without a point, the run is not killed. */
  arm(point: KillPoint | undefined): void {
    clearTimeout(this.#timer);
    this.#point = point;
    this.#child = undefined;
    this.#seen = 0;
    this.#fired = false;
  }

  /** Sets the process of the run to kill. */
  readonly attach = (child: ChildProcess): void => {
    this.#child = child;
    const point = this.#point;
    if (!point || !('milliseconds' in point)) return;
    this.#timer = setTimeout(() => this.#kill(), point.milliseconds);
    child.once('close', () => clearTimeout(this.#timer));
  };

  /** Releases the requests that are held back at `late` points. */
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
    // If the run had already ended, it was not killed.
    this.#fired = this.#child?.kill('SIGKILL') === true && this.#child.exitCode === null;
  }
}

/**
 * Returns a random point in a run that sends about `writes` requests to the service. About half of the points are at its writes, a third at writes of
 * the state, some at reads, and some at a certain time.
 */
export function drawKillPoint(random: Random, writes: number): KillPoint {
  const drawnValue = random.next();
  const killPhase = random.pick(['before', 'after', 'after', 'responded', 'late'] as const);
  if (drawnValue < 0.45)
    return { side: 'service', nth: random.getInteger(1, Math.max(writes, 1)), writes: true, moment: killPhase };
  if (drawnValue < 0.8) {
    // A small sync writes the state about once per 13 items, with three requests each. A larger sync writes the state less often.
    return { side: 'github', nth: random.getInteger(1, 12 + Math.ceil(writes / 8)), writes: true, moment: killPhase };
  }
  if (drawnValue < 0.9)
    return {
      side: random.pick(['service', 'github']),
      nth: random.getInteger(1, 4),
      writes: false,
      moment: killPhase,
    };
  return { milliseconds: random.getInteger(100, 1_200) };
}
