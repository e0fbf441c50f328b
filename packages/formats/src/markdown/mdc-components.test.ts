import { expect, it } from 'vitest';
import { convertMdcComponents } from './mdc-components.ts';

it.each([
  ['a block', '::note{icon="i"}\nKeys are secret.\n::', ':::note\nKeys are secret.\n:::'],
  ['a block with a title', '::card{title="Keys" to="/k"}\nText.\n::', ':::card[Keys]\nText.\n:::'],
  ['a block with text in brackets', '::tip[Keys]\nText.\n::', ':::tip[Keys]\nText.\n:::'],
  [
    'indented content',
    '::a\n  ::field{name="base" type="string"}\n    The `base`.\n\n      code\n  ::\n::',
    ':::a\n:::field[base (string)]\nThe `base`.\n\n  code\n:::\n:::',
  ],
  ['slots', '::hero\n#title\nPay\n#description\nFast.\n::', ':::hero\n\nPay\n\nFast.\n:::'],
  ['properties', '::hero\n---\ntitle: "Pay"\nclass: x\n---\nText.\n::', ':::hero\n\nPay\n\n\nText.\n:::'],
  [
    'a code group',
    '::code-group\n```sh [npm]\nnpm i # ::a\n```\n::',
    ':::code-group\n```sh [npm]\nnpm i # ::a\n```\n:::',
  ],
  ['a link without text', ':read-more{to="/guide/storage"}', '[Read more](/guide/storage)'],
  ['a link with text', 'See :read-more{to="/s" title="Storage"}.', 'See [Storage](/s).'],
  ['a command', ':pm-install{name="nitro"}', '`nitro`'],
  ['a badge', 'Since :badge[v1.2]{color="red"}', 'Since v1.2'],
  ['a line break', 'One. :br\nTwo.', 'One. \nTwo.'],
  ['a component alone on its line', ':app-hero-links', ''],
  ['a block that is never closed', '::read-more{to="/guide"}\n\nText.', '[Read more](/guide)\n\nText.'],
])('converts an MDC component: %s', (_name, text, expected) => {
  expect(convertMdcComponents(`${text}\n\n::x\n::`)).toBe(`${expected}\n\n:::x\n:::`);
});

it.each([
  ['inline code', '`:read-more{to="/a"}`'],
  ['a fence', '```md\n::note\nText.\n::\n:read-more{to="/a"}\n```'],
  ['directives of other generators', ':::tip[Title]\nText.\n:::'],
  ['emoji, ratios, times and C++ names', ':tada: 16:9 at 10:30 std::vector<int> a::b :smile:'],
  ['definitions', 'Term\n: Text of it'],
])('text that is not an MDC component stays unchanged: %s', (_name, text) => {
  expect(convertMdcComponents(`${text}\n\n::x\n::`)).toBe(`${text}\n\n:::x\n:::`);
});
