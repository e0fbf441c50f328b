import fc from 'fast-check';

/** Words that random documents and queries share: common words, stop words, names of code, versions, and other scripts. */
const WORDS = [
  'key',
  'keys',
  'webhook',
  'rotation',
  'delivery',
  'limit',
  'the',
  'how',
  'is',
  'résumé',
  'resume',
  'Straße',
  'İstanbul',
  'rate_limit',
  'listUserKeys',
  'server.proxy',
  'v1.2.3',
  '1.2.3',
  '429',
  'OAuth',
  '認証キー',
  'キー',
  '鍵',
  '키를',
  'ตั้งค่า',
  'смена',
  '😀',
  '',
];

/** A random text of words that other random texts also contain. */
export const randomText = (maxWords: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...WORDS), { maxLength: maxWords }).map((words) => words.join(' '));

/** A random document without its id. */
export const randomItem = fc.record({ title: randomText(4), content: randomText(25) });

/** A random query. */
export const randomQuery = fc.oneof(randomText(6), randomText(2), fc.string({ unit: 'binary', maxLength: 30 }));
