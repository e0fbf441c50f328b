import { expect, it } from 'vitest';
import { LineFifo } from './line-fifo.ts';

const getBytes = (text: string) => new TextEncoder().encode(text);

it('LineFifo returns lines in the order in which they were added, even after far more lines than fit at once', () => {
  const fifo = new LineFifo(3);
  const read: [order: number, line: string][] = [];
  const shift = () => {
    const order = fifo.firstOrder;
    const target = new Uint8Array(fifo.firstLength);
    expect(fifo.shift(target)).toBe(target.length);
    read.push([order, new TextDecoder().decode(target)]);
  };
  for (let number = 0; number < 20; number += 1) {
    fifo.push(getBytes(`line ${'x'.repeat(number)}`), number);
    if (fifo.count === 3) shift();
  }
  while (fifo.count > 0) shift();
  expect(read).toEqual(Array.from({ length: 20 }, (_, number) => [number, `line ${'x'.repeat(number)}`]));
});

it('LineFifo rejects a line when it is full', () => {
  const fifo = new LineFifo(1);
  fifo.push(getBytes('a'), 0);
  expect(() => fifo.push(getBytes('b'), 1)).toThrow(RangeError);
});
