import { getLines } from '@context-sync/formats';
import { expect, it } from 'vitest';
import { scan } from '../scan/scan-blocks.ts';
import { closeFences } from './close-fences.ts';

function close(text: string): { text: string; ends: readonly number[] } {
  const lines = getLines(text);
  const blocks = scan(lines, 0, { mdx: false });
  return { text: closeFences(lines, blocks).text, ends: blocks.ends };
}

it.each([
  ['at the end of the document', 'a\n\n```js\nlet b;', 'a\n\n```js\nlet b;\n```', [1, 5]],
  ['of four tildes', '~~~~\n```\n~~~', '~~~~\n```\n~~~\n~~~~', [4]],
  ['in a quote', '> a\n>\n> ```\n> b\n\nc', '> a\n>\n> ```\n> b\n> ```\nc', [5, 6]],
  ['in a quote without a space', '>```\n>b\n\n# c', '>```\n>b\n>```\n# c', [3, 4]],
  ['in a list', '1. a\n\n   ```\n   b\n\n\nc', '1. a\n\n   ```\n   b\n   ```\n\nc', [5, 7]],
  ['that begins on the line of its list marker', '- ```\n  b\n\nc', '- ```\n  b\n  ```\nc', [3, 4]],
  ['in a list in a quote', '> - ```\n>   b\n\nc', '> - ```\n>   b\n>   ```\nc', [3, 4]],
  ['in a quote at the end of the document', '> ```\n> b', '> ```\n> b\n> ```', [3]],
  ['in the last list item', '- ```\n  a\n1. ~~~\n   b\n\nc', '- ```\n  a\n1. ~~~\n   b\n   ~~~\nc', [5, 6]],
  ['in several blocks', '> ```\n\n- ```\n\n~~~', '> ```\n> ```\n- ```\n  ```\n~~~\n~~~', [2, 4, 6]],
])('closes a fence without closing marks %s', (_name, text, expected, ends) => {
  expect(close(text)).toEqual({ text: expected, ends });
});

it.each([
  ['that has closing marks', '> ```\n> b\n> ```\n\nc'],
  ['that the next list item ends', '- ```\n  b\n- c\n\nd'],
  ['if there is no blank line after it', '> ```\n> b\nc'],
  ['if another quote follows', '> ```\n> b\n\n> c'],
  ['that is part of indented code', '- a\n\n      ```\n\nb'],
])('does not add closing marks to a fence %s', (_name, text) => {
  expect(close(text).text).toBe(text);
});
