import { expect, it } from 'vitest';
import { countMostPerMinute, estimatePerHour, filterCreating } from './github-load.ts';

const createRequests = (...seconds: number[]) =>
  seconds.map((second) => ({ method: 'POST', path: '/', arrived: second * 1000, respondedAt: second * 1000 }));

it.each([
  { seconds: [], most: 0 },
  { seconds: [0, 59.9, 60, 119], most: 3 },
  { seconds: [100, 0, 70, 69, 41, 101], most: 4 },
])(
  'the largest number of requests in one minute is $most for requests at the seconds $seconds',
  ({ seconds, most }) => {
    expect(countMostPerMinute(createRequests(...seconds))).toBe(most);
  },
);

it('estimatePerHour estimates the requests in an hour from the rate of the second half', () => {
  expect(estimatePerHour(createRequests(0, 1, 2, 40, 50), 0, 60_000)).toBeCloseTo(5 + (2 / 30) * 3540);
});

it('creating() returns only the requests that create content', () => {
  const requests = [...createRequests(1), { method: 'GET', path: '/', arrived: 0, respondedAt: 0 }];
  expect(filterCreating({ requests, sent: 0, received: 0 })).toHaveLength(1);
});
