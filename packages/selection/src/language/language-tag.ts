/** A language code in a path, with its meaning. */
export interface Language {
  /** Language code in lowercase, with `-` as separator: `zh-cn`. */
  readonly tag: string;
  readonly english: boolean;
  /**
   * Certainty that the code is a language. `regional` codes (`pt-BR`) always are, `clear` codes (`fr`) nearly always, and `doubtful` codes (`it`,
   * `id`, `no`, `cs`) are also words and abbreviations.
   */
  readonly weight: 'regional' | 'clear' | 'doubtful';
}

/**
 * Languages that documentation is translated into, with their regions and scripts. Codes that usually mean something else are omitted: `ts`, `io`,
 * `os`, `ee`, `ce`, `kv`, `rn`, `to`, `as`, `or`, `so`.
 */
const LANGUAGES = new Map(
  `en:us gb uk au ca in nz ie za|zh:cn tw hk sg mo hans hant|ja:jp|ko:kr|fr:fr ca be ch|de:de at ch|es:es mx ar co cl pe us la 419
  |pt:pt br|ru:ru|it:it ch|nl:nl be|pl:pl|tr:tr|uk:ua|vi:vn|id:id|th:th|ar:sa ae eg|fa:ir|he:il|hi:in|bn:bd in|cs:cz|sk:sk|hu:hu|ro:ro
  |bg:bg|el:gr|sv:se fi|da:dk|fi:fi|nb:no|nn:no|no:no|is:is|et:ee|lv:lv|lt:lt|sl:si|hr:hr|sr:rs ba me latn cyrl|bs:ba|mk:mk|sq:al
  |ca:es ad|eu:es|gl:es|cy:gb|ga:ie|ms:my|fil:ph|tl:ph|ta:in lk|te:in|ml:in|mr:in|kn:in|gu:in|pa:in|ur:pk in|ne:np|si:lk|my:mm|km:kh
  |ka:ge|hy:am|az:az|kk:kz|uz:uz latn cyrl|mn:mn|be:by|sw:ke tz|am:et|af:za|yue:hk|ckb:iq|eo`
    .split('|')
    .map((entry) => entry.trim().split(/[: ]/))
    .map(([language = '', ...regions]) => [language, new Set(regions)] as const),
);

const UNAMBIGUOUS_CODES = new Set(
  'en zh ja ko fr de es pt ru nl pl tr th sv hu ro bg fa he da fi nb bn fil ckb yue'.split(' '),
);

/** Country codes that projects use for languages. */
const COUNTRIES_FOR_LANGUAGES = new Map([
  ['cn', 'zh-cn'],
  ['tw', 'zh-tw'],
  ['jp', 'ja'],
  ['kr', 'ko'],
  ['cz', 'cs'],
  ['ua', 'uk'],
  ['br', 'pt-br'],
]);
const CLEAR_COUNTRIES = new Set('cn tw jp kr cz'.split(' '));

const SHAPE_PATTERN = /^[a-z]{2,3}(?:[-_]|$)/i;
const MAX_TAG_CHARS = 'zh-hans-cn'.length;

/** Parses a language code. Returns undefined for other text and for languages into which docs are not translated. */
export function parseLanguage(code: string): Language | undefined {
  if (code.length > MAX_TAG_CHARS || !SHAPE_PATTERN.test(code)) return undefined;
  const tag = code.toLowerCase().replaceAll('_', '-');
  const languageOfCountry = COUNTRIES_FOR_LANGUAGES.get(tag);
  if (languageOfCountry !== undefined) {
    return { tag: languageOfCountry, english: false, weight: CLEAR_COUNTRIES.has(tag) ? 'clear' : 'doubtful' };
  }
  const [language = '', ...subtags] = tag.split('-');
  const regions = LANGUAGES.get(language);
  if (regions === undefined || !subtags.every((subtag) => regions.has(subtag))) return undefined;
  const weight = subtags.length > 0 ? 'regional' : UNAMBIGUOUS_CODES.has(language) ? 'clear' : 'doubtful';
  return { tag, english: language === 'en', weight };
}

/** A name that ends in a language code: `guide.fr`, `README_zh-CN`, `docs-ja`. */
export interface CodedName {
  readonly base: string;
  readonly separator: string;
  readonly language: Language;
}

/** Splits the language code off the end of a name. The longest code takes precedence: `guide-pt-br` is Brazilian Portuguese, not Breton. */
export function parseCodedName(name: string): CodedName | undefined {
  const start = Math.max(1, name.length - MAX_TAG_CHARS - 1);
  for (let index = start; index < name.length - 2; index++) {
    const separator = name.charAt(index);
    if (separator !== '.' && separator !== '-' && separator !== '_') continue;
    const language = parseLanguage(name.slice(index + 1));
    if (language !== undefined) return { base: name.slice(0, index), separator, language };
  }
  return undefined;
}
