import { expect, it } from 'vitest';
import { renderBar } from './bar-chart.ts';

it.each([
  [0, 10, ''],
  [10, 10, '████████████████████'],
  [5, 10, '██████████'],
  [1, 10_000, '▏'],
  [20, 10, '████████████████████'],
  [1, 16, '█▎'],
])('renderBar renders a bar for the value %i with the maximum %i', (value, most, text) => {
  expect(renderBar(value, most)).toBe(text);
});
