import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreUnavailableError } from '../database/store-unavailable-error.ts';
import { createErrorReports } from './error-reports.ts';

const DOWN = new StoreUnavailableError('connect ECONNREFUSED', { database: 'PostgreSQL' });
const BUG = new Error('a frequent bug');

function openReports({ json = false } = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const writtenLines: string[] = [];
  const { report, close, watch } = createErrorReports((text) => writtenLines.push(text), json);
  const since = () => writtenLines.splice(0);
  const state = { isDown: true, isClickHouseDown: true };
  const check = (isDown: boolean) => (isDown ? Promise.reject(DOWN) : Promise.resolve());
  watch([
    { name: 'PostgreSQL', check: () => check(state.isDown) },
    { name: 'ClickHouse', check: () => check(state.isClickHouseDown) },
  ]);
  return { report, close, since, state };
}

describe('createErrorReports', () => {
  it('the first error after a quiet period is reported immediately, with its stack', () => {
    const { report, since } = openReports();
    report(new Error('first'));
    expect(since()).toEqual([expect.stringMatching(/^Error: first\n +at /)]);
    vi.advanceTimersByTime(1_000);
    report(new Error('second'));
    expect(since()).toEqual([expect.stringMatching(/^Error: second\n +at /)]);
  });

  it('errors are reported at most once a second, with the number of suppressed errors', () => {
    const { report, since } = openReports();
    for (let time = 0; time < 30; time += 1) {
      for (let count = 0; count < 50; count += 1) report(BUG);
      vi.advanceTimersByTime(100);
    }
    // Reports are written after 0, 1 and 2 seconds. The last report, after 3 seconds, contains the remaining errors.
    const reports = since();
    expect(reports).toEqual([
      BUG.stack,
      ...[499, 500, 500].map(
        (count) => `${BUG.stack}\n${count} errors since the last report:\n  ${count} × this error`,
      ),
    ]);
    for (const text of reports) expect(text.match(/a frequent bug/g)).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    expect(since()).toEqual([]);
  });

  it('the stack of a new error is reported even if many errors of another kind occurred', () => {
    const { report, since } = openReports();
    for (let count = 0; count < 100; count += 1) report(BUG);
    report(new Error('a bug'));
    vi.advanceTimersByTime(1_000);
    const [, second = ''] = since();
    expect(second).toMatch(/^Error: a bug\n +at /);
    expect(second).toContain('\n100 errors since the last report:\n  1 × this error\n  99 × a frequent bug');
  });

  it('the length of an error report is limited, regardless of the number of different messages', () => {
    const { report, since } = openReports();
    for (let count = 0; count < 10_000; count += 1) report(new Error(`no ${count}`));
    vi.advanceTimersByTime(1_000);
    const [, second = ''] = since();
    expect(second).toContain('9989 × other errors');
    expect(second.split('\n').filter((line) => line.includes('×'))).toHaveLength(11);
  });

  it('each error is reported as one line of JSON if JSON logs are enabled', () => {
    const { report, since } = openReports({ json: true });
    report(new Error('two\nlines'));
    for (let count = 0; count < 3; count += 1) report(BUG);
    report(new Error('other'));
    report(DOWN);
    vi.advanceTimersByTime(1_000);
    const reports = since();
    for (const line of reports) expect(line).not.toContain('\n');
    expect(reports.map((line) => JSON.parse(line))).toEqual([
      {
        time: expect.stringMatching(/Z$/),
        level: 'error',
        message: 'two\nlines',
        stack: expect.stringContaining('at '),
      },
      { time: expect.stringMatching(/Z$/), level: 'error', message: DOWN.message },
      {
        time: expect.stringMatching(/Z$/),
        level: 'error',
        message: BUG.message,
        stack: BUG.stack,
        count: 3,
        otherCounts: { other: 1 },
      },
    ]);
  });

  it('the last errors are reported even if the service ends within a second', () => {
    const { report, close, since } = openReports();
    report(new Error('first'));
    report(new Error('last'));
    close();
    expect(since()).toEqual([expect.stringMatching(/^Error: first/), expect.stringMatching(/^Error: last/)]);
    vi.advanceTimersByTime(10_000);
    expect(since()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('reports of outages', () => {
  it('an outage is reported when it begins, once per minute with the number of failures, and when it has ended', async () => {
    const { report, since, state } = openReports();
    for (let second = 0; second < 150; second += 1) {
      for (let count = 0; count < 50; count += 1) report(DOWN);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(since()).toEqual([
      'The database is unavailable: connect ECONNREFUSED',
      'The database is unavailable: connect ECONNREFUSED (2999 × since the last report)',
      'The database is unavailable: connect ECONNREFUSED (3000 × since the last report)',
    ]);
    state.isDown = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(since()).toEqual(['The PostgreSQL database is available again after 160 s; 7500 operations failed']);
    expect(vi.getTimerCount()).toBe(0);
    report(DOWN);
    expect(since()).toEqual(['The database is unavailable: connect ECONNREFUSED']);
  });

  it('an outage does not end while the database cannot be used, although no operation fails', async () => {
    const { report, since, state } = openReports();
    report(DOWN);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(since()).toEqual(['The database is unavailable: connect ECONNREFUSED']);
    state.isDown = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(since()).toEqual(['The PostgreSQL database is available again after 610 s; 1 operation failed']);
  });

  it('an outage does not end while operations fail, although the check succeeds', async () => {
    const { report, since, state } = openReports();
    state.isDown = false;
    for (let second = 0; second < 59; second += 1) {
      report(DOWN);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(since()).toEqual(['The database is unavailable: connect ECONNREFUSED']);
  });

  it('outages of both databases are reported separately', async () => {
    const { report, since, state } = openReports({ json: true });
    const full = new StoreUnavailableError('no space', { database: 'ClickHouse', isExternal: true, isFull: true });
    report(DOWN);
    report(full);
    report(DOWN);
    state.isClickHouseDown = false;
    await vi.advanceTimersByTimeAsync(10_000);
    const time = expect.stringMatching(/Z$/);
    expect(since().map((line) => JSON.parse(line))).toEqual([
      { time, level: 'error', message: 'The database is unavailable: connect ECONNREFUSED' },
      { time, level: 'error', message: 'The disk of the ClickHouse database is full: no space' },
      {
        time,
        level: 'info',
        message: 'The ClickHouse database is available again after 10 s; 1 operation failed',
      },
    ]);
  });

  it('the failures that have not been reported are reported when the service ends', () => {
    const { report, close, since } = openReports();
    for (let count = 0; count < 3; count += 1) report(DOWN);
    close();
    expect(since()).toEqual([
      'The database is unavailable: connect ECONNREFUSED',
      'The database is unavailable: connect ECONNREFUSED (2 × since the last report)',
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
