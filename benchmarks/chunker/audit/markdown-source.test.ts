import { expect, it } from 'vitest';
import { filterFittingBlocks, readSource } from './markdown-source.ts';
import type { Node } from './markdown-tree.ts';
import { getAttributeProse, renderNode } from './markdown-tree.ts';

const text = (value: string): Node => ({ type: 'text', value });
const createPosition = (start: number, end: number) => ({ start: { offset: start, line: 1 }, end: { offset: end } });
const paragraph = (value: string, start: number, end: number): Node => ({
  type: 'paragraph',
  children: [text(value)],
  position: createPosition(start, end),
});

it('rendered() returns the visible text of a Markdown node', () => {
  const node: Node = {
    type: 'paragraph',
    children: [text('Set '), { type: 'inlineCode', value: 'base' }, { type: 'html', value: '<br/><!-- no -->now' }],
  };
  expect(renderNode(node).replaceAll(/\s+/g, ' ').trim()).toBe('Set base now');
  expect(renderNode({ type: 'root', children: [text('::: tip Note'), text('x')] }).trim()).toBe('Note x');
  expect(renderNode({ type: 'mdxjsEsm', value: 'import x' })).toBe('');
});

it('getAttributeProse returns attribute strings of more than one word', () => {
  const attributes = [{ value: 'a b' }, { value: 'one' }, { value: { value: "[{ name: 'id', text: 'It\\'s one' }]" } }];
  expect(getAttributeProse({ type: 'mdxJsxFlowElement', attributes })).toEqual(['a b', "'It's one'"]);
});

it('readSource returns the title of the page and the heading above each block', () => {
  const tree: Node = {
    type: 'root',
    children: [
      paragraph('first', 0, 5),
      { type: 'heading', depth: 2, children: [text('Use it {#use}')] },
      paragraph('second', 0, 6),
    ],
  };
  const source = readSource({ path: 'a.md', text: '---\ntitle: "The Page"\n---\n' }, () => tree);
  expect(source.title).toEqual(['the', 'page']);
  expect(source.blocks.map(({ kind, heading }) => [kind, heading.join(' ')])).toEqual([
    ['paragraph', 'the page'],
    ['heading', 'use it'],
    ['paragraph', 'use it'],
  ]);
});

it('fitting() returns the outermost list item that fits, or otherwise its content', () => {
  const tree: Node = {
    type: 'root',
    children: [
      {
        type: 'list',
        children: [
          { type: 'listItem', children: [paragraph('one', 0, 10)], position: createPosition(0, 10) },
          { type: 'listItem', children: [paragraph('two', 10, 20)], position: createPosition(10, 900) },
        ],
      },
    ],
  };
  const { blocks } = readSource({ path: 'a.md', text: '' }, () => tree);
  expect(filterFittingBlocks(blocks, 100).map(({ kind, words }) => `${kind} ${words.join(' ')}`)).toEqual([
    'list item one',
    'paragraph two',
  ]);
});

it('readSource removes NestJS markers at the start of lines in code blocks', () => {
  let seenText = '';
  const parse = (text: string): Node => {
    seenText = text;
    return { type: 'root', children: [] };
  };
  readSource({ path: 'a.md', text: '```ts\n@@filename(main)\na @@switch\n@@switch\n```' }, parse);
  expect(seenText).toBe('```ts\n          (main)\na @@switch\n        \n```');
});
