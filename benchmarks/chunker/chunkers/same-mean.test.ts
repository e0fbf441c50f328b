import { expect, it } from 'vitest';
import { findSizeForMean } from './same-mean.ts';

it.each([
  ['proportionally', (size: number) => size * 0.4],
  ['with an offset', (size: number) => size * 0.8 + 200],
  ['in steps', (size: number) => 1000 + 10 * Math.floor(size / 50)],
])('findSizeForMean finds the target size if the mean grows %s', async (_, meanAt) => {
  const { size, mean, same } = await findSizeForMean(async (at) => meanAt(at), 1500);
  expect(same).toBe(true);
  expect(mean).toBe(meanAt(size));
  expect(Math.abs(mean / 1500 - 1)).toBeLessThanOrEqual(0.003);
});

it('findSizeForMean reports an unreachable mean and returns the nearest one', async () => {
  const found = await findSizeForMean(async (size) => Math.min(size * 0.5, 900), 1500);
  expect(found).toMatchObject({ same: false, mean: 900 });
});
