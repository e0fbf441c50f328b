import { type Capabilities, NetworkError, NO_CAPABILITIES, NotFoundError } from '@context-sync/core';
import { type ApplyResult, newState } from '@context-sync/sync';
import { describe, expect, it } from 'vitest';
import type { Report } from '../model.ts';
import { applied, create, item, planned, record, update } from '../report.fixture.ts';
import { conclusion } from './conclusion.ts';

const change = create('docs/a.md', item('A'));
const refused = new NotFoundError('gone', { request: 'POST /x', outcomeUnknown: false });
const lost = new NetworkError('POST /x failed: other side closed', { request: 'POST /x', outcomeUnknown: true });
const gone = new NotFoundError('no such project', { request: 'POST /x', outcomeUnknown: false });

it.each<[string, Partial<Report>, Partial<ApplyResult>, RegExp, boolean]>([
  ['all was sent', {}, {}, /^Synced to octo-api \(docs\): 1 created$/, false],
  [
    'what was reviewed was sent',
    { reviewed: { pullRequest: 3, same: true } },
    {},
    /1 created\. The applied changes are exactly those reviewed in pull request #3$/,
    false,
  ],
  [
    'something else was sent than what was reviewed',
    { reviewed: { pullRequest: 3, same: false, differing: ['docs/b.md'] } },
    {},
    /The applied changes differ from those reviewed in pull request #3$/,
    false,
  ],
  ['it was cancelled', {}, { end: 'cancelled' }, /^Cancelled; the next run continues/, true],
  ['time was up', {}, { end: 'out-of-time' }, /^Time limit reached; run the job again/, true],
  [
    'an item failed',
    {},
    { end: 'incomplete', failures: [{ change, error: refused }] },
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
])('describes a run %s', (_name, more, result, line, failed) => {
  const told = conclusion(applied([change], more, result));
  expect(told.line).toMatch(line);
  expect(told.failed).toBe(failed);
});

describe('an unknown outcome', () => {
  const others = Array.from({ length: 7 }, (_, at) => create('docs/b.md', item(`B${at}`)));
  const again = { ...change, resend: { ...record('A'), status: 'creating' as const } } as typeof change;

  function lineOf(
    failures: ApplyResult['failures'],
    can: Partial<Capabilities> = {},
    result: Partial<ApplyResult> = {},
    inDoubt = 1,
  ): string {
    const state = newState('https://platform.example', 'octo-api', { ...NO_CAPABILITIES, ...can });
    const counts = { ...planned([]).counts, created: 7, inDoubt };
    return conclusion(applied([change, ...others], { counts }, { end: 'incomplete', failures, state, ...result })).line;
  }

  it.each<[string, string, string]>([
    [
      'is counted once, and left to a person where the platform can only create',
      lineOf([{ change, error: lost }]),
      '1 item is in doubt; check the platform, then set on-in-doubt for one run: 7 created, 1 in doubt',
    ],
    [
      'is found out by the next run where the platform can list',
      lineOf([{ change, error: lost }], { list: true }),
      '1 item is in doubt; the next run finds out the outcome: 7 created, 1 in doubt',
    ],
    [
      'is found out by the next run where the platform honors Idempotency-Key',
      lineOf([{ change, error: lost }], { idempotency: true }),
      '1 item is in doubt; the next run finds out the outcome: 7 created, 1 in doubt',
    ],
    [
      'stands beside what has failed',
      lineOf([
        { change, error: lost },
        { change: others[0], error: refused },
      ]),
      '1 change failed; the next run tries again. 1 item is in doubt; check the platform, then set on-in-doubt for one run: 7 created, 1 in doubt, 1 failed',
    ],
    [
      'stays unknown where only its repetition has failed',
      lineOf([{ change: again, error: refused }]),
      '1 item is in doubt; check the platform, then set on-in-doubt for one run: 7 created, 1 in doubt',
    ],
    [
      'of an update is a failure, which the next run repeats without harm',
      lineOf([{ change: update('docs/a.md', item('A')), error: lost }], { update: true }, {}, 0),
      '1 change failed; the next run tries again: 7 created, 1 failed',
    ],
    [
      'of connecting the data source is no failure of an item, and no list tells it',
      lineOf([{ change: undefined, error: lost }], { list: true }, { connected: 'in-doubt' }, 0),
      'The data source is in doubt; check the platform, then set on-in-doubt for one run: 7 created',
    ],
    [
      'of both is told in one sentence',
      lineOf(
        [
          { change: undefined, error: lost },
          { change, error: lost },
        ],
        {},
        { connected: 'in-doubt' },
      ),
      '1 item and the data source are in doubt; check the platform, then set on-in-doubt for one run: 7 created, 1 in doubt',
    ],
  ])('%s', (_name, line, expected) => {
    expect(line).toBe(expected);
  });
});
