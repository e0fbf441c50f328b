import { describe, expect, it } from 'vitest';
import { AdaptiveBatcher, MAX_BATCH_ITEMS } from './adaptive-batcher.ts';
import { SmallSyncBatcher } from './small-sync-batcher.ts';
import { WriteBudget } from './write-budget.ts';

/** Simulates sending to a service that accepts `rate` items per second, with a state store in which each write takes `took` milliseconds. */
function simulate(items: number, rate: number, took: number, quota?: { burst: number; interval: number }) {
  let now = 0;
  const batcher = new AdaptiveBatcher({ now: () => now }, quota);
  let [queue, ready, dry] = [items, 0, 0];
  const writes: { at: number; size: number; ahead: number }[] = [];
  let dueAt = Number.POSITIVE_INFINITY;
  let batch = 0;
  while (queue > 0 || ready > 0 || batch > 0) {
    if (now >= dueAt) {
      batcher.onWritten(took);
      ready += batch;
      [batch, dueAt] = [0, Number.POSITIVE_INFINITY];
    }
    if (batch === 0 && queue > 0 && batcher.isDue({ ready })) {
      batch = Math.min(batcher.size({ ready }), queue);
      queue -= batch;
      writes.push({ at: now, size: batch, ahead: ready + batch });
      dueAt = now + took;
    }
    now += 1_000 / rate;
    if (ready > 0) {
      ready -= 1;
      batcher.onResponse({ ready });
    } else if (batch > 0 && writes.length > 1) dry += 1;
  }
  return { writes, dry, seconds: now / 1_000 };
}

/** The write quota of the state store on GitHub. */
const GITHUB = { burst: 18, interval: 25_000 };

describe('AdaptiveBatcher', () => {
  it('batches start with 100 items and grow to the number sent in three seconds', () => {
    const { writes } = simulate(1_000, 100, 1_000);
    expect(writes[0]?.size).toBe(100);
    expect(Math.max(...writes.map(({ ahead }) => ahead))).toBeLessThanOrEqual(310);
  });

  it.each([[10], [50], [200]])('at %i items per second, sending rarely waits for a write of the state', (rate) => {
    const { dry } = simulate(5_000, rate, 1_200, GITHUB);
    // The second batch is recorded before the batcher can measure the limit of the rate.
    expect(dry).toBeLessThanOrEqual(rate * 1.2 * 2);
  });

  it('writes of the state stay below the hourly limit of GitHub: 500 requests, three per write', () => {
    const { writes, seconds } = simulate(150_000, 40, 1_200, GITHUB);
    expect(seconds).toBeGreaterThan(3_600);
    for (const { at } of writes) {
      const inAnHour = writes.filter((write) => write.at >= at && write.at < at + 3_600_000);
      expect(inAnHour.length * 3).toBeLessThanOrEqual(490);
    }
  });

  it('the number of open intents never exceeds the limit', () => {
    const { writes } = simulate(60_000, 1_000, 1_200, GITHUB);
    expect(Math.max(...writes.map(({ ahead }) => ahead))).toBeLessThanOrEqual(MAX_BATCH_ITEMS);
  });

  it('without a quota, the state is written as often as needed', () => {
    const { writes } = simulate(10_000, 100, 5);
    expect(Math.max(...writes.map(({ ahead }) => ahead))).toBeLessThanOrEqual(320);
  });
});

describe('SmallSyncBatcher', () => {
  interface Load {
    readonly items: number;
    readonly concurrency: number;
    /** Duration of a request, and duration of a write of the state, in milliseconds. */
    readonly latency: number;
    readonly took: number;
    readonly quota?: { burst: number; interval: number };
  }

  /** Simulates concurrent requests to a service, with a state store in which each write takes `took` milliseconds. */
  function send({ items, concurrency, latency, took, quota }: Load) {
    let now = 0;
    const clock = { now: () => now };
    const batcher = new SmallSyncBatcher(new WriteBudget(clock, quota), concurrency);
    let [queued, ready, open, batch] = [items, 0, 0, 0];
    const writes: { at: number; size: number }[] = [];
    let writtenAt = Number.POSITIVE_INFINITY;
    const ends: number[] = [];
    while (queued > 0 || ready > 0 || ends.length > 0 || batch > 0) {
      while (ready > 0 && ends.length < concurrency) {
        ready -= 1;
        ends.push(now + latency);
      }
      if (batch === 0 && queued > 0 && batcher.isDue({ ready, sending: ends.length, queued })) {
        batch = Math.min(batcher.size({ ready, sending: ends.length, queued }), queued);
        queued -= batch;
        open = Math.max(open, ready + ends.length + batch);
        writes.push({ at: now, size: batch });
        writtenAt = now + took;
      }
      now = Math.min(writtenAt, ...ends);
      if (now === writtenAt) {
        batcher.onWritten(took);
        ready += batch;
        [batch, writtenAt] = [0, Number.POSITIVE_INFINITY];
      } else ends.splice(ends.indexOf(now), 1);
    }
    return { writes, open, seconds: now / 1_000 };
  }

  it.each([
    [1, 50],
    [2, 100],
    [3, 150],
    [5, 200],
    [20, 200],
    [50, 200],
  ])(
    'SmallSyncBatcher writes three intents for each of %i concurrent requests, and %i items within the quota of GitHub',
    (concurrency, items) => {
      for (const [latency, took] of [
        [100, 5],
        [100, 1_200],
        [2_000, 300],
      ] as const) {
        const { writes, open, seconds } = send({ items, concurrency, latency, took, quota: GITHUB });
        expect(open).toBeLessThanOrEqual(3 * concurrency);
        expect(writes.length).toBeLessThanOrEqual(GITHUB.burst + (seconds * 1_000) / GITHUB.interval);
        const inAMinute = writes.filter(({ at }) => at < 60_000);
        // The connection and the final results require two more writes, with three requests each.
        expect(3 * (inAMinute.length + 2)).toBeLessThanOrEqual(80);
      }
    },
  );

  it('SmallSyncBatcher writes more intents at once only if the number of remaining writes requires it', () => {
    const { writes, open } = send({ items: 200, concurrency: 1, latency: 100, took: 1_200, quota: GITHUB });
    expect(open).toBe(Math.ceil(200 / (GITHUB.burst - 1)));
    expect(writes.length).toBeLessThanOrEqual(GITHUB.burst);
  });

  it('SmallSyncBatcher writes all intents at once if no writes are left', () => {
    const { writes } = send({
      items: 60,
      concurrency: 5,
      latency: 100,
      took: 1_200,
      quota: { burst: 0, interval: 1e9 },
    });
    expect(writes.map(({ size }) => size)).toEqual([60]);
  });

  it('recording intents takes at most a sixth of the time if writes are instant', () => {
    const { seconds } = send({ items: 200, concurrency: 5, latency: 100, took: 0 });
    expect(seconds).toBeLessThan((7 / 6) * (200 / 5) * 0.1);
  });

  it('the next batch does not wait for the slowest request', () => {
    const batcher = new SmallSyncBatcher(new WriteBudget({ now: () => 0 }, GITHUB), 5);
    const isDue = (ready: number, sending: number) => batcher.isDue({ ready, sending, queued: 100 });
    expect([isDue(0, 3), isDue(0, 2), isDue(1, 1)]).toEqual([false, true, true]);
  });
});
