import { describe, expect, it } from 'vitest';
import { boxesOf } from './grid.ts';

describe('boxesOf', () => {
  it('gives the bounds of each cell', () => {
    expect(boxesOf(['+-+-+', '|a  |', '+-+-+'])).toMatchObject({
      xs: [0, 2, 4],
      ys: [0, 2],
      boxes: [{ left: 0, right: 2, top: 0, bottom: 1 }],
    });
  });
});
