import { expect, it } from 'vitest';
import type { MeasuredRun } from '../sandbox/benchmark-sandbox.ts';
import { splitTime } from './time-breakdown.ts';

const request = (method: string, path: string, arrivedAt: number, respondedAt: number) => ({
  method,
  path,
  arrived: arrivedAt,
  respondedAt,
});

it('splitTime assigns the whole time of a first sync to its phases', () => {
  const post = (arrived: number, respondedAt: number) =>
    request('POST', '/api/v1/projects/p/context', arrived, respondedAt);
  const run = {
    begun: 1_000,
    ended: 2_000,
    github: {
      requests: [
        request('GET', '/ref', 1_300, 1_310),
        request('POST', '/trees', 1_520, 1_540),
        request('POST', '/trees', 1_660, 1_690),
      ],
    },
    service: { trace: [request('GET', '/', 1_350, 1_450), post(1_550, 1_650), post(1_560, 1_660), post(1_680, 1_790)] },
  } as unknown as MeasuredRun;
  const { sending, ...rest } = splitTime(run, 100, 2);
  expect(rest).toEqual({ start: 300, state: 50, asking: 100, reading: 70, connecting: 30, end: 210 });
  expect(sending).toEqual({ whole: 240, ideal: 150, late: 5, emptyWhileWriting: 25, emptyOtherwise: 60 });
  const { ideal, late, emptyWhileWriting, emptyOtherwise } = sending;
  expect(ideal + late + emptyWhileWriting + emptyOtherwise).toBe(sending.whole);
});
