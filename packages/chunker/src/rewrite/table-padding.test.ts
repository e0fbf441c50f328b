import { expect, it } from 'vitest';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

it.each([
  ['in cells', '| a    |   b |\n| ---- | ----- |\n| cccc | ddddd |', '| a | b |\n| --- | --- |\n| cccc | ddddd |'],
  ['in rows without outer pipes', 'a    | b\n---- | :---:\ncccc |   d   ', 'a | b\n--- | :---:\ncccc | d'],
  ['made of tabs', '| a \t|\n|------|\n|  b|', '| a |\n|---|\n| b|'],
  ['in empty cells', '| a | b |\n| - | - |\n| c |     |', '| a | b |\n| - | - |\n| c | |'],
  ['next to links that are resolved', '| [a]   |\n| ----- |\n\n[a]: b', '| [a](b) |\n| --- |'],
  ['left by a comment', '| a <!-- c --> |\n| --- |\n| d |', '| a |\n| --- |\n| d |'],
])('removes table padding %s', (_name, text, expected) => {
  expect(readable(text)).toBe(expected);
});

it.each([
  ['in a cell', '| a  b | `c  d` |\n| --- | --- |'],
  ['next to a pipe that is text', '| `a \\|  b` |\n| --- |'],
  ['before the table', '  | a |\n  | --- |'],
  ['in code', '```\n| a    |\n| ---- |\n```'],
  ['in a line that is not a table', '| a    |'],
])('keeps white space %s that is not table padding', (_name, text) => {
  expect(readable(text)).toBe(text.trim());
});

it('processes long table padding in linear time', () => {
  for (const unit of [' ', '\t', '| ', ' \t', '-', '- '])
    expect(createPage(`|a|\n|-|\n|${unit.repeat(200_000)}|`).lines.count).toBe(3);
});
