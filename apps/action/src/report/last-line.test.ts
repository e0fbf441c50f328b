import { NotFoundError } from '@context-sync/core';
import type { ApplyResult } from '@context-sync/sync';
import { expect, it } from 'vitest';
import type { Report } from '../run/report.ts';
import { conclusion } from './last-line.ts';
import { applied, create, item } from './report.fixture.ts';

const change = create('docs/a.md', item('A'));
const gone = new NotFoundError('no such project', { request: 'POST /x', mayHaveActed: false });

it.each<[string, Partial<Report>, Partial<ApplyResult>, RegExp, boolean]>([
  ['all was sent', {}, {}, /^Synced to octo-api \(docs\): 1 created$/, false],
  [
    'what was reviewed was sent',
    { reviewed: { pullRequest: 3, same: true } },
    {},
    /1 created\. What was applied is exactly what was reviewed in pull request 3$/,
    false,
  ],
  [
    'something else was sent than what was reviewed',
    { reviewed: { pullRequest: 3, same: false, differing: ['docs/b.md'] } },
    {},
    /What was applied differs from what was reviewed in pull request 3$/,
    false,
  ],
  ['it was cancelled', {}, { end: 'cancelled' }, /^Cancelled; the next run goes on/, true],
  ['time was up', {}, { end: 'out-of-time' }, /^Out of time; run the job again/, true],
  [
    'an item failed',
    {},
    { end: 'incomplete', failures: [{ change, error: new Error('x') }] },
    /^1 change failed; the next run tries again: 1 created, 1 failed$/,
    true,
  ],
  [
    'the run was stopped',
    {},
    { end: 'stopped', stoppedBy: gone, failures: [{ change, error: gone }] },
    /^project: no such project\. Fix: check the project's slug.*Nothing more was sent: 1 created, 1 failed\.$/,
    true,
  ],
])('where %s', (_name, more, result, line, failed) => {
  const told = conclusion(applied([change], more, result));
  expect(told.line).toMatch(line);
  expect(told.failed).toBe(failed);
});
