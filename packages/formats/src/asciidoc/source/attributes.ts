import { replaceReferences } from './attribute-references.ts';

/** Asciidoctor's own limit in its secure mode; it keeps attributes that refer to others from growing without bound. */
const VALUE_LIMIT = 4_096;

/** The attributes of a document over its lines: text sees what was set above it. */
export interface Attributes {
  /** Sets, or with `undefined` unsets, an attribute from a line on. References in the value are resolved now. Calls come in the order of lines. */
  set(name: string, value: string | undefined, from: number): void;
  /** The value that holds at a line, or at the end of what was read; undefined where it is not known. */
  get(name: string, at?: number): string | undefined;
  /** Whether the attribute is set as far as was read; undefined where only the person who converts the document could say. */
  isSet(name: string): boolean | undefined;
}

interface Setting {
  readonly from: number;
  readonly value: string | undefined;
}

export function createAttributes(): Attributes {
  const history = new Map<string, Setting[]>();
  const get = (name: string, at = Number.POSITIVE_INFINITY) => {
    const settings = history.get(name);
    return settings ? lastBefore(settings, at)?.value : INTRINSIC.get(name);
  };
  return {
    set(name, value, from) {
      const key = normalName(name);
      const resolved = value === undefined ? undefined : resolve(key, value, from, get);
      const settings = history.get(key);
      if (settings) settings.push({ from, value: resolved });
      else history.set(key, [{ from, value: resolved }]);
    },
    get: (name, at) => get(name.toLowerCase(), at),
    isSet(name) {
      const key = normalName(name);
      const settings = history.get(key);
      if (settings) return settings.at(-1)?.value !== undefined;
      if (INTRINSIC.has(key)) return true;
      return OTHER_BACKEND.test(key) ? false : undefined;
    },
  };
}

function resolve(name: string, value: string, from: number, get: Attributes['get']): string {
  const resolved = replaceReferences(value, (reference) => get(reference.toLowerCase(), from)).slice(0, VALUE_LIMIT);
  if (name !== 'leveloffset' || !/^[+-]\d{1,2}$/.test(resolved)) return resolved;
  return String(Number(get(name, from) ?? 0) + Number(resolved));
}

function lastBefore(settings: readonly Setting[], at: number): Setting | undefined {
  let low = 0;
  let high = settings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((settings[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return settings[low - 1];
}

function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}_-]/gu, '');
}

/** What the document is not converted to here: it is read as for a web page. */
const OTHER_BACKEND = /^(?:base)?backend-(?:pdf|docbook5?|manpage|epub3?|revealjs)$/;

/** https://docs.asciidoctor.org/asciidoc/latest/attributes/character-replacement-ref/ and the attributes of a conversion to HTML. */
const INTRINSIC: ReadonlyMap<string, string> = new Map([
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
