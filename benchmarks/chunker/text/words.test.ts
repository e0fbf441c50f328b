import { expect, it } from 'vitest';
import { squash, words } from './words.ts';

it('takes runs of letters and digits of any script', () => {
  expect(words('`server.hmr` – Größe, 日本 v2!')).toEqual(['server', 'hmr', 'größe', '日本', 'v2']);
  expect(words('— …')).toEqual([]);
});

it('makes texts equal that differ in markup and spacing alone', () => {
  expect(squash('**Set** `base` to\n  "/x/"')).toBe(squash('Set base to /X'));
});
