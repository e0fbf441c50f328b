import { type Capabilities, NetworkError, NO_CAPABILITIES, NotFoundError } from '@context-sync/core';
import { type ApplyResult, createEmptyState } from '@context-sync/sync';
import { describe, expect, it } from 'vitest';
import { create, createAppliedReport, createPlannedReport, item, record, update } from '../report.fixture.ts';
import type { Report } from '../report-model.ts';
import { describeConclusion } from './run-conclusion.ts';

const change = create('docs/a.md', item('A'));
const refusedError = new NotFoundError('gone', { request: 'POST /x', outcomeUnknown: false });
const lostError = new NetworkError('POST /x failed: other side closed', { request: 'POST /x', outcomeUnknown: true });
const goneError = new NotFoundError('no such project', { request: 'POST /x', outcomeUnknown: false });

it.each<[string, Partial<Report>, Partial<ApplyResult>, RegExp, boolean]>([
  ['everything was sent', {}, {}, /^Synced to octo-api \(docs\): 1 created$/, false],
  [
    'exactly the reviewed changes were sent',
    { reviewed: { pullRequest: 3, same: true } },
    {},
    /1 created\. The applied changes are exactly those reviewed in pull request #3$/,
    false,
  ],
  [
    'the applied changes differed from the reviewed ones',
    { reviewed: { pullRequest: 3, same: false, differing: ['docs/b.md'] } },
    {},
    /The applied changes differ from those reviewed in pull request #3$/,
    false,
  ],
  ['the job was canceled', {}, { end: 'cancelled' }, /^Canceled; the next run continues/, true],
  ['the time limit was reached', {}, { end: 'out-of-time' }, /^Time limit reached; run the job again/, true],
  [
    'an item failed',
    {},
    { end: 'incomplete', failures: [{ change, error: refusedError }] },
    /^1 change failed; the next run tries again: 1 created, 1 failed$/,
    true,
  ],
  [
    'an error stopped the run',
    {},
    { end: 'stopped', stoppedBy: goneError, failures: [{ change, error: goneError }] },
    /^project: no such project\. Fix: check the project's slug.*The run stopped sending\. Result: 1 created, 1 failed\.$/,
    true,
  ],
])('the last line of the log describes a run in which %s', (_name, more, result, line, failed) => {
  const ending = describeConclusion(createAppliedReport([change], more, result));
  expect(ending.line).toMatch(line);
  expect(ending.failed).toBe(failed);
});

describe('an item with an unknown outcome', () => {
  const othersChanges = Array.from({ length: 7 }, (_, at) => create('docs/b.md', item(`B${at}`)));
  const againChange = { ...change, resend: { ...record('A'), status: 'creating' as const } } as typeof change;

  function getLine(
    failures: ApplyResult['failures'],
    can: Partial<Capabilities> = {},
    result: Partial<ApplyResult> = {},
    inDoubt = 1,
  ): string {
    const state = createEmptyState('https://platform.example', 'octo-api', { ...NO_CAPABILITIES, ...can });
    const counts = { ...createPlannedReport([]).counts, created: 7, inDoubt };
    return describeConclusion(
      createAppliedReport([change, ...othersChanges], { counts }, { end: 'incomplete', failures, state, ...result }),
    ).line;
  }

  it.each<[string, string, string]>([
    [
      'is counted once and requires a manual check if the platform can only create',
      getLine([{ change, error: lostError }]),
      '1 item is in doubt; check the platform, then set on-in-doubt for one run: 7 created, 1 in doubt',
    ],
    [
      'is resolved by the next run if the platform can list items',
      getLine([{ change, error: lostError }], { list: true }),
      '1 item is in doubt; the next run determines the outcome: 7 created, 1 in doubt',
    ],
    [
      'is resolved by the next run if the platform honors Idempotency-Key',
      getLine([{ change, error: lostError }], { idempotency: true }),
      '1 item is in doubt; the next run determines the outcome: 7 created, 1 in doubt',
    ],
    [
      'is reported together with failures',
      getLine([
        { change, error: lostError },
        { change: othersChanges[0], error: refusedError },
      ]),
      '1 change failed; the next run tries again. 1 item is in doubt; check the platform, then set on-in-doubt for one run: 7 created, 1 in doubt, 1 failed',
    ],
    [
      'stays unknown if only the request that repeats it failed',
      getLine([{ change: againChange, error: refusedError }]),
      '1 item is in doubt; check the platform, then set on-in-doubt for one run: 7 created, 1 in doubt',
    ],
    [
      'counts as a failure for an update, which the next run can repeat safely',
      getLine([{ change: update('docs/a.md', item('A')), error: lostError }], { update: true }, {}, 0),
      '1 change failed; the next run tries again: 7 created, 1 failed',
    ],
    [
      'is not counted as a failed item and cannot be resolved by a list if it concerns the data source',
      getLine([{ change: undefined, error: lostError }], { list: true }, { connected: 'in-doubt' }, 0),
      'The data source is in doubt; check the platform, then set on-in-doubt for one run: 7 created',
    ],
    [
      'is reported in one sentence for an item and the data source',
      getLine(
        [
          { change: undefined, error: lostError },
          { change, error: lostError },
        ],
        {},
        { connected: 'in-doubt' },
      ),
      '1 item and the data source are in doubt; check the platform, then set on-in-doubt for one run: 7 created, 1 in doubt',
    ],
  ])('the last line of the log describes an unknown outcome, which %s', (_name, line, expected) => {
    expect(line).toBe(expected);
  });
});
