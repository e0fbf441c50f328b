import { describe, expect, it } from 'vitest';
import { createPartName } from './part-name.ts';

describe('createPartName', () => {
  it.each([
    ['Then you send it.', 'Then you send it'],
    ['In the `UsersModule`, the only change needed is to add', 'In the UsersModule, the only change…'],
    ['Now let’s look at the [new page](./new.md):', 'Now let’s look at the new page'],
    [
      'This uses [`forFeature()`](https://example.com/a/very/long/address/of/the/page#for-feature) here.',
      'This uses forFeature() here',
    ],
    ['We read this as “The function is generic over it”.', 'We read this as “The function is…'],
    ['- **Start from the root**: when compiling', 'Start from the root: when compiling'],
    ['1. First step', 'First step'],
    ['12) Twelfth step', 'Twelfth step'],
    ['> **Notice** Do not forget.', 'Notice Do not forget'],
    ['> - quoted item', 'quoted item'],
    ['### Heading below', 'Heading below'],
    ['| Name | Value |\n| --- | --- |', 'Name Value'],
    ['```js\nfunction install() {\n}\n```', 'install'],
    ['```js src/App.js active\nimport { a } from "b";\n```', 'src/App.js'],
    ['```ts title="auth.ts"\nx\n```\n\n```ts\ny\n```', 'auth.ts'],
    ['```js\nexport default function Box({\n  children,\n}) {}\n```', 'Box'],
    ['```py\nimport re\n\ndef cross(A, B) -> tuple:\n```', 'cross'],
    ['**Pitfall**\n\nDo not nest them.', 'Do not nest them'],
    ['**Note**\n\n```sh\nnpm i\n```', 'Note'],
    ['**macOS**\n\nInstall it.', 'macOS'],
    ['```\n\n# install it\nnpm i\n```', 'install it'],
    ['~~~\n---\nabc\n~~~', 'abc'],
    ['<Tabs>\n\n<Tab title="npm">\n\nInstall it:', 'Install it'],
    [`<img src="${'x'.repeat(300)}">\n\nA picture.`, 'A picture'],
    ['<p>In a tag</p>', 'In a tag'],
    ['![A picture](a.png)', 'A picture'],
    ['2026\n\n---\n\nwords', 'words'],
    [
      '漢字仮名交じり文の長い段落はどこかで切られなければならない。そうでないと長すぎる',
      '漢字仮名交じり文の長い段落はどこかで切られなければならない。そうでないと長すぎる',
    ],
    ['漢字'.repeat(30), `${'漢字'.repeat(20)}…`],
    [`a${'👩‍👩‍👧‍👦'.repeat(9)} bc`, `a${'👩‍👩‍👧‍👦'.repeat(3)}…`],
    [`${'x'.repeat(38)} ${'y'.repeat(300)}`, `${'x'.repeat(38)}…`],
    ['שלום עולם', 'שלום עולם'],
    ['', undefined],
    ['1 2 3\n\n---\n\n{}', undefined],
    ['a\nb\nc', undefined],
    [`${'-\n'.repeat(30)}words`, undefined],
  ])('returns the part name for the text %j: %j', (text, expected) => {
    expect(createPartName(text)).toBe(expected);
  });

  it('returns a short and well-formed part name for any text', () => {
    for (const unit of [
      '👩‍👩‍👧‍👦a',
      'e\u0301o\u0308',
      '🇨🇭🇩🇪x ',
      '[a](',
      '**a',
      '<a ',
      '`a',
      '\u200fشكرا ',
      'ab\u0000 ',
      '(ab (',
    ]) {
      for (let before = 0; before < 30; before += 1) {
        const name = createPartName(`${'x'.repeat(before)}${unit.repeat(300)}`) ?? '';
        expect(name.length).toBeLessThanOrEqual(41);
        expect(name.isWellFormed()).toBe(true);
        expect(name).not.toMatch(/[\n\r]|\s$/);
      }
    }
  });
});
