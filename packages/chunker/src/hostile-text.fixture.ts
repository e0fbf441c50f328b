import { createSeededRandom } from '@context-sync/reading/seeded';

const PLAIN = [
  ...[
    '# ',
    '## ',
    '### ',
    '#',
    '```',
    '```js\n',
    '~~~',
    '````',
    '- ',
    '* ',
    '1. ',
    '2) ',
    '> ',
    '>',
    '|',
    '| a |',
    '|---|',
    '|-|\n',
    '    ',
    '\t',
    '  ',
  ],
  ...[
    '[',
    '](',
    ')',
    '![',
    ']',
    '`',
    '``',
    '**',
    '*',
    '_',
    '~~',
    '\\',
    '---',
    '\n---\n',
    '\n===\n',
    '***',
    '<',
    '</',
    '<div>',
    '</div>',
    '<br>',
    '<a ',
    '">',
    '=',
  ],
  ...[
    '&amp;',
    '=== "',
    '"',
    "'",
    '$',
    '{',
    '}',
    '^',
    ':\n\n',
    '.',
    '. ',
    '?',
    '漢字',
    '。',
    '👩‍👩‍👧‍👦',
    '🇨🇭',
    '\u0301',
    '\u200d',
    '\u200f',
    '\u00a0',
    '\u2028',
    '\ufeff',
  ],
  ...['\0', '\ud83d', '\ude00', '\r', '\r\n', '\n', '\n', '\n', '\n\n', '\n\n', '\n\n', '\n\n\n'],
];
const TAKING = [
  ...[
    '<!--',
    '-->',
    '{/*',
    '*/}',
    '<script>',
    '</script>',
    '<style>',
    '<pre>',
    '<?',
    '<![CDATA[',
    '{{<',
    '>}}',
    '{{%',
    '%}}',
    '{%',
    '%}',
    '{{#include',
    '}}',
  ],
  ...[
    ':',
    '!!! note',
    ':::',
    ':::tip',
    ':::\n\n',
    '[a]: b\n',
    '[a]',
    '[^1]',
    '[^1]: ',
    '+++\n',
    '---\n',
    'import a from "',
    'export const a = {',
    '<A b={',
    '<A>\n\n',
    '</A>\n',
    '/>',
    '[[toc]]',
    '{#a}',
    '<details>',
  ],
  ...['> [!NOTE]\n', '> info **', '\nimport ', '\nexport default '],
];

/**
 * Generates a random mixture of markup and words, in which most constructs are never closed. Words occur once and in this order: `w1`, `w2`, …
 * @param taking whether to include syntax that removes text, such as comments
 */
export function hostileText(seed: number, taking: boolean): string {
  const random = createSeededRandom(seed);
  const marks = taking ? [...PLAIN, ...TAKING] : PLAIN;
  const length = 20 + Math.floor(random() * (random() < 0.2 ? 3_000 : 300));
  let count = 0;
  const parts = Array.from({ length }, () => {
    const mark = marks[Math.floor(random() * marks.length)] ?? '';
    if (random() < 0.4) {
      count += 1;
      return ` w${count} `;
    }
    return random() < 0.02 ? mark.repeat(Math.floor(random() * 2_000)) : mark;
  });
  return parts.join('');
}
