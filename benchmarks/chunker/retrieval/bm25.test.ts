import { expect, it } from 'vitest';
import { createBm25Index } from './bm25.ts';

const search = createBm25Index(['the dev server', 'the server and the proxy of the server', 'the build', 'proxy']);

it('bm25 ranks rare words first, and short texts before long ones', () => {
  expect(search('proxy')).toEqual([3, 1]);
  expect(search('Server')).toEqual([0, 1]);
  expect(search('the build')[0]).toBe(2);
});

it('bm25 returns nothing if the query and the texts share no word', () => {
  expect(search('hydration')).toEqual([]);
  expect(search('')).toEqual([]);
});
