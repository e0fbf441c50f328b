import { replaceReferences } from './attribute-references.ts';

/** Maximum length of a value, in characters: Asciidoctor's limit in secure mode, which prevents exponential growth by references. */
const MAX_VALUE_CHARS = 4_096;

/** The attributes of a document by line. A reference uses the value that was set above its line. */
export interface DocumentAttributes {
  /** Sets an attribute from a line on, or unsets it with `undefined`. Resolves references in the value immediately. Calls must be in line order. */
  set(name: string, value: string | undefined, from: number): void;
  /** Returns the value of an attribute at a line, or at the end of the lines read so far; undefined if the value is unknown. */
  get(name: string, at?: number): string | undefined;
  /** Returns whether the attribute is set after the lines read so far; undefined if that depends on the conversion command. */
  isSet(name: string): boolean | undefined;
}

interface Setting {
  readonly from: number;
  readonly value: string | undefined;
}

export function createAttributes(): DocumentAttributes {
  const history = new Map<string, Setting[]>();
  const get = (name: string, index = Number.POSITIVE_INFINITY) => {
    const settings = history.get(name);
    return settings ? findSetting(settings, index)?.value : PREDEFINED_ATTRIBUTES.get(name);
  };
  return {
    set(name, value, from) {
      const key = normalizeName(name);
      const resolvedValue = value === undefined ? undefined : resolveValue(key, value, from, get);
      const settings = history.get(key);
      if (settings) settings.push({ from, value: resolvedValue });
      else history.set(key, [{ from, value: resolvedValue }]);
    },
    get: (name, at) => get(name.toLowerCase(), at),
    isSet(name) {
      const key = normalizeName(name);
      const settings = history.get(key);
      if (settings) return settings.at(-1)?.value !== undefined;
      if (PREDEFINED_ATTRIBUTES.has(key)) return true;
      return OTHER_BACKEND.test(key) ? false : undefined;
    },
  };
}

function resolveValue(name: string, value: string, from: number, get: DocumentAttributes['get']): string {
  const resolvedText = replaceReferences(value, (reference) => get(reference.toLowerCase(), from)).slice(
    0,
    MAX_VALUE_CHARS,
  );
  if (name !== 'leveloffset' || !/^[+-]\d{1,2}$/.test(resolvedText)) return resolvedText;
  return String(Number(get(name, from) ?? 0) + Number(resolvedText));
}

function findSetting(settings: readonly Setting[], index: number): Setting | undefined {
  let low = 0;
  let high = settings.length;
  while (low < high) {
    const middleIndex = (low + high) >> 1;
    if ((settings[middleIndex]?.from ?? 0) <= index) low = middleIndex + 1;
    else high = middleIndex;
  }
  return settings[low - 1];
}

function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}_-]/gu, '');
}

/** Matches attributes that are set only for output formats other than HTML. */
const OTHER_BACKEND = /^(?:base)?backend-(?:pdf|docbook5?|manpage|epub3?|revealjs)$/;

/** Predefined attributes: https://docs.asciidoctor.org/asciidoc/latest/attributes/character-replacement-ref/ and those of a conversion to HTML. */
const PREDEFINED_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['blank', ''],
  ['empty', ''],
  ['sp', ' '],
  ['nbsp', '\u00a0'],
  ['zwsp', '\u200b'],
  ['wj', '\u2060'],
  ['apos', "'"],
  ['quot', '"'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['deg', '°'],
  ['plus', '+'],
  ['brvbar', '¦'],
  ['vbar', '|'],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['startsb', '['],
  ['endsb', ']'],
  ['caret', '^'],
  ['asterisk', '*'],
  ['tilde', '~'],
  ['backslash', '\\'],
  ['backtick', '`'],
  ['two-colons', '::'],
  ['two-semicolons', ';;'],
  ['cpp', 'C++'],
  ['cxx', 'C++'],
  ['pp', '++'],
  ['asciidoctor', ''],
  ['backend', 'html5'],
  ['backend-html5', ''],
  ['basebackend', 'html'],
  ['basebackend-html', ''],
  ['filetype', 'html'],
  ['filetype-html', ''],
  ['outfilesuffix', '.html'],
]);
