import { expect, it } from 'vitest';
import { convertWikiLinks } from './wiki-links.ts';

it.each([
  ['See [[Other page]].', 'See Other page.'],
  ['See [[guide/setup|the setup]].', 'See the setup.'],
  ['See [[guide/setup]].', 'See setup.'],
  ['See [[Other page#Part]].', 'See Other page › Part.'],
  ['See [[#Part]].', 'See Part.'],
  ['| [[a page\\|the page]] |', '| the page |'],
  ['![[pic.png|300]]', '![](pic.png)'],
  ['![[my pic.png]]', '![](<my pic.png>)'],
  ['![[notes#Part]]', 'notes › Part'],
])('converts the wiki link in %j', (text, expected) => {
  expect(convertWikiLinks(text)).toBe(expected);
});

it.each([
  '`[[Other page]]`',
  '```sh\nif [[ -f a ]]; then b; fi\n```',
  'Run [[ -f a ]] first.',
  'The array [[1, 2], [3, 4]].',
  '[[text]](https://example.com)',
  '[[toc]]',
  'See [[1]].',
])('leaves %j unchanged because it is not a wiki link', (text) => {
  expect(convertWikiLinks(text)).toBe(text);
});
