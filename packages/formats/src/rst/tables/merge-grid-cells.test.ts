import { describe, expect, it } from 'vitest';
import { findBoxes } from './merge-grid-cells.ts';

describe('findBoxes', () => {
  it('returns the bounds of each cell in a grid table', () => {
    expect(findBoxes(['+-+-+', '|a  |', '+-+-+'])).toMatchObject({
      xs: [0, 2, 4],
      ys: [0, 2],
      boxes: [{ left: 0, right: 2, top: 0, bottom: 1 }],
    });
  });
});
