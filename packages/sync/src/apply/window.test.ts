import { describe, expect, it } from 'vitest';
import { BATCH_LIMIT, Window } from './window.ts';

/** A window in front of a service that answers `rate` items a second, and a place that takes `took` milliseconds to write. */
function simulate(items: number, rate: number, took: number, pace?: { burst: number; interval: number }) {
  let now = 0;
  const window = new Window({ now: () => now }, pace);
  let [queue, ready, dry] = [items, 0, 0];
  const writes: { at: number; size: number; ahead: number }[] = [];
  let due = Number.POSITIVE_INFINITY;
  let batch = 0;
  while (queue > 0 || ready > 0 || batch > 0) {
    if (now >= due) {
      window.written(took);
      ready += batch;
      [batch, due] = [0, Number.POSITIVE_INFINITY];
    }
    if (batch === 0 && queue > 0 && window.isDue(ready)) {
      batch = Math.min(window.size(ready), queue);
      queue -= batch;
      writes.push({ at: now, size: batch, ahead: ready + batch });
      due = now + took;
    }
    now += 1_000 / rate;
    if (ready > 0) {
      ready -= 1;
      window.answered(ready);
    } else if (batch > 0 && writes.length > 1) dry += 1;
  }
  return { writes, dry, seconds: now / 1_000 };
}

const GITHUB = { burst: 12, interval: 22_000 };

describe('the window of recorded intents', () => {
  it('begins with 100, and grows to what is sent in three seconds', () => {
    const { writes } = simulate(1_000, 100, 1_000);
    expect(writes[0]?.size).toBe(100);
    expect(Math.max(...writes.map(({ ahead }) => ahead))).toBeLessThanOrEqual(310);
  });

  it.each([[10], [50], [200]])('lets sending at %i a second hardly ever wait for a write', (rate) => {
    const { dry } = simulate(5_000, rate, 1_200, GITHUB);
    // The second batch is recorded before anything is known of the pace.
    expect(dry).toBeLessThanOrEqual(rate * 1.2 * 2);
  });

  it('stays under what GitHub allows in an hour: 500 requests, three a write', () => {
    const { writes, seconds } = simulate(150_000, 40, 1_200, GITHUB);
    expect(seconds).toBeGreaterThan(3_600);
    for (const { at } of writes) {
      const inAnHour = writes.filter((write) => write.at >= at && write.at < at + 3_600_000);
      expect(inAnHour.length * 3).toBeLessThanOrEqual(530);
    }
  });

  it('never holds more than the limit in doubt', () => {
    const { writes } = simulate(60_000, 1_000, 1_200, GITHUB);
    expect(Math.max(...writes.map(({ ahead }) => ahead))).toBeLessThanOrEqual(BATCH_LIMIT);
  });

  it('records as often as it likes where the place does not mind', () => {
    const { writes } = simulate(10_000, 100, 5);
    expect(Math.max(...writes.map(({ ahead }) => ahead))).toBeLessThanOrEqual(320);
  });
});
