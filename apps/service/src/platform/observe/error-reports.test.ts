import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreUnavailableError } from '../database/store-unavailable-error.ts';
import { createErrorReports } from './error-reports.ts';

const DOWN = new StoreUnavailableError('connect ECONNREFUSED');

function openReports({ json = false } = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const writtenLines: string[] = [];
  const { report, close } = createErrorReports((text) => writtenLines.push(text), json);
  const since = () => writtenLines.splice(0);
  return { report, close, since };
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
      for (let count = 0; count < 50; count += 1) report(DOWN);
      vi.advanceTimersByTime(100);
    }
    // Reports are written after 0, 1 and 2 seconds. The last report, after 3 seconds, contains the remaining errors.
    expect(since()).toEqual([
      'The database is unavailable: connect ECONNREFUSED',
      ...[499, 500, 500].map(
        (count) =>
          `The database is unavailable: connect ECONNREFUSED\n${count} errors since the last report:\n  ${count} × The database is unavailable: connect ECONNREFUSED`,
      ),
    ]);
    vi.advanceTimersByTime(10_000);
    expect(since()).toEqual([]);
  });

  it('the stack of a new error is reported even if many errors of another kind occurred', () => {
    const { report, since } = openReports();
    for (let count = 0; count < 100; count += 1) report(DOWN);
    report(new Error('a bug'));
    vi.advanceTimersByTime(1_000);
    const [, second = ''] = since();
    expect(second).toMatch(/^Error: a bug\n +at /);
    expect(second).toContain('\n100 errors since the last report:\n  99 × The database is unavailable');
    expect(second).toContain('\n  1 × a bug');
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
    for (let count = 0; count < 3; count += 1) report(DOWN);
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
      { time: expect.stringMatching(/Z$/), level: 'error', message: DOWN.message, counts: { [DOWN.message]: 3 } },
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
