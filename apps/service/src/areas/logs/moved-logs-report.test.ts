import { describe, expect, it } from 'vitest';
import { formatInterruptedMove, formatMovedLogs, formatNextStep, formatProgress } from './moved-logs-report.ts';

const MOVED = { copied: 2, deleted: 1, source: 5, target: 5, isSwitched: false, hasUnusedLogs: false, different: 0 };

describe('the report of move-logs', () => {
  it.each([
    [{ copied: 0, source: 3_000, target: 0 }, '0 of 3000 logs are in ClickHouse (0 %); this run has copied 0'],
    [
      { copied: 499, source: 3_000, target: 2_999 },
      '2999 of 3000 logs are in ClickHouse (99 %); this run has copied 499',
    ],
    [
      { copied: 500, source: 3_000, target: 3_000 },
      '3000 of 3000 logs are in ClickHouse (100 %); this run has copied 500',
    ],
    [{ copied: 0, source: 0, target: 0 }, '0 of 0 logs are in ClickHouse (100 %); this run has copied 0'],
  ])('the progress %j contains the total and a percentage, which is 100 only at the end', (progress, text) => {
    expect(formatProgress(progress, 'clickhouse')).toBe(text);
  });

  it('the report of an interrupted run names the command that continues', () => {
    expect(formatInterruptedMove(undefined, 'clickhouse', 'postgres')).toBe(
      'no logs were copied. Run move-logs --from clickhouse --to postgres again to continue.',
    );
  });

  it('contains the numbers of logs in both databases before the switch', () => {
    expect(formatMovedLogs(MOVED, 'postgres', 'clickhouse')).toBe(
      'logs in PostgreSQL: 5; in ClickHouse: 5; copied by this run: 2; deleted from ClickHouse because PostgreSQL no longer contains them: 1',
    );
  });

  it('contains the numbers of logs received since the last copy after the switch', () => {
    expect(formatMovedLogs({ ...MOVED, isSwitched: true }, 'clickhouse', 'postgres')).toBe(
      'logs that ClickHouse received since the last copy: 5; of these in PostgreSQL: 5; copied by this run: 2',
    );
  });

  it('names the change of the setting before the switch', () => {
    expect(formatNextStep(MOVED, 'postgres', 'clickhouse')).toContain('restart all of its processes with LOGS_URL');
    expect(formatNextStep(MOVED, 'clickhouse', 'postgres')).toContain('restart all of its processes without LOGS_URL');
  });

  it('names the database that still contains personal data after the switch, and the statement that empties it', () => {
    const moved = { ...MOVED, isSwitched: true, hasUnusedLogs: true };
    expect(formatNextStep(moved, 'postgres', 'clickhouse')).toMatch(
      /^The service uses ClickHouse\. PostgreSQL still contains .* run "TRUNCATE TABLE logs" in PostgreSQL, as the owner of the table\.$/,
    );
    expect(formatNextStep(moved, 'clickhouse', 'postgres')).toMatch(
      /^The service uses PostgreSQL\. ClickHouse still contains .* run "TRUNCATE TABLE logs" in ClickHouse\.$/,
    );
    expect(formatNextStep({ ...moved, hasUnusedLogs: false }, 'postgres', 'clickhouse')).toBe(
      'The service uses ClickHouse.',
    );
  });
});
