import { expect, it } from 'vitest';
import { bm25 } from './bm25.ts';

const search = bm25(['the dev server', 'the server and the proxy of the server', 'the build', 'proxy']);

it('ranks by rare words first, short texts before long ones', () => {
  expect(search('proxy')).toEqual([3, 1]);
  expect(search('Server')).toEqual([0, 1]);
  expect(search('the build')[0]).toBe(2);
});

it('finds nothing without a shared word', () => {
  expect(search('hydration')).toEqual([]);
  expect(search('')).toEqual([]);
});
