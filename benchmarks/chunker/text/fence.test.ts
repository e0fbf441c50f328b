import { describe, expect, it } from 'vitest';
import { endsInFence } from './fence.ts';

describe('endsInFence', () => {
  it.each([
    ['text without fences', 'a\n\nb', false],
    ['a closed fence', '```js\ncode\n```', false],
    ['an unclosed fence', '```js\ncode', true],
    ['a closing fence without an opening fence', 'code\n```\ntext', true],
    ['a closing fence with more marks than the opening fence', '```\ncode\n````', false],
    ['a closing fence with fewer marks than the opening fence', '````\n```\ncode', true],
    ['a fence with four marks around a fence with three marks', '````md\n```\ncode\n```\n````', false],
    ['a closing fence with text after it', '```\ncode\n``` js', true],
    ['a fence of tildes around backticks', '~~~\n```\n~~~', false],
    ['backticks within a line', 'say ```x``` and go on', false],
    ['a line that starts with inline code', '```x``` and go on', false],
    ['a fence in a list item', '- one\n\n  ```js\n  code\n  ```', false],
    ['a fence that begins with its list item', '1. ```js\n   code\n   ```', false],
    ['an unclosed fence in a list item', '1. one\n\n    ```js\n    code', true],
    ['a fence in a block quote', '> ```\n> code\n> ```', false],
    ['a code comment that contains a fence', '```js\n/**\n * ```js\n * x\n * ```\n */\n```', false],
    ['backticks that are indented in a fence', '```\n        ```\n```', false],
    ['a closed fence with CRLF line endings', '```\r\ncode\r\n```\r\n', false],
  ])('endsInFence reports whether the text ends in an open code block: %s', (_, text, open) => {
    expect(endsInFence(text)).toBe(open);
  });
});
