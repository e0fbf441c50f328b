import { describe, expect, it } from 'vitest';
import { endsInFence } from './fence.ts';

describe('endsInFence', () => {
  it.each([
    ['text without fences', 'a\n\nb', false],
    ['a fence that is closed', '```js\ncode\n```', false],
    ['a fence that is not closed', '```js\ncode', true],
    ['a closing line whose opening one was cut off', 'code\n```\ntext', true],
    ['a closing line with more marks', '```\ncode\n````', false],
    ['a closing line with fewer marks', '````\n```\ncode', true],
    ['four marks around three', '````md\n```\ncode\n```\n````', false],
    ['a closing line with something behind it', '```\ncode\n``` js', true],
    ['other marks inside', '~~~\n```\n~~~', false],
    ['marks within a line', 'say ```x``` and go on', false],
    ['marks at the start that are code in a line', '```x``` and go on', false],
    ['a fence in a list item', '- one\n\n  ```js\n  code\n  ```', false],
    ['a fence that begins with its list item', '1. ```js\n   code\n   ```', false],
    ['a fence in a list item that is cut', '1. one\n\n    ```js\n    code', true],
    ['a fence in a quote', '> ```\n> code\n> ```', false],
    ['a comment in code that shows a fence', '```js\n/**\n * ```js\n * x\n * ```\n */\n```', false],
    ['marks far to the right of where the fence began', '```\n        ```\n```', false],
    ['lines that end in a carriage return', '```\r\ncode\r\n```\r\n', false],
  ])('returns the correct result for %s', (_, text, open) => {
    expect(endsInFence(text)).toBe(open);
  });
});
