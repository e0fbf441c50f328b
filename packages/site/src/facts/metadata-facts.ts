import { getElementAt } from '@context-sync/base';
import { getText, listAt } from '../config/config-values.ts';

/** Title of a page and front matter values that determine its URL. */
export interface Metadata {
  readonly title?: string;
  /** Values of `slug`, `url`, `permalink`, `id`, `uid`, `path`, `category` and `categories`. */
  readonly address: Readonly<Record<string, string>>;
  readonly aliases: readonly string[];
}

const BLOCK_PATTERN = /^\s*(---|\+\+\+)(?:yaml|yml|toml)?[ \t]*\n([\s\S]*?)\n(?:\1|\.\.\.)[ \t]*(?:\n|$)/;
const KEY_PATTERN =
  /^(title|slug|url|permalink|id|uid|path|category|categories|aliases|redirect_from)[ \t]*[:=][ \t]*(.*)$/;
const MAX_LENGTH = 50_000;

/** Parses a few keys of the front matter line by line. `end` is the offset after the front matter. */
export function getMetadata(text: string): { values: Metadata; end: number } {
  if (/^\s*(?:\{|;;;|---json)[ \t]*\n/.test(text)) return readJsonMetadata(text);
  const match = /^\s*(?:---|\+\+\+)/.test(text) ? BLOCK_PATTERN.exec(text.slice(0, MAX_LENGTH)) : undefined;
  if (!match) return { values: { address: {}, aliases: [] }, end: 0 };
  const address: Record<string, string> = {};
  const aliases: string[] = [];
  let title: string | undefined;
  let isList = false;
  for (const line of getElementAt(match, 2).split('\n')) {
    if (isList && /^\s*-\s/.test(line)) {
      const alias = unquoteValue(line.replace(/^\s*-\s+/, ''));
      if (alias !== '') aliases.push(alias);
      continue;
    }
    isList = false;
    if (line.startsWith('[')) break;
    const [, key, written = ''] = KEY_PATTERN.exec(line) ?? [];
    if (key === undefined) continue;
    if (key === 'aliases' || key === 'redirect_from') {
      isList = written === '';
      aliases.push(...listIn(written));
    } else if (key === 'title') title = unquoteValue(written) || undefined;
    else if (unquoteValue(written) !== '') address[key] = unquoteValue(written);
  }
  return { values: { ...(title === undefined ? {} : { title }), address, aliases }, end: match[0].length };
}

/** Matches front matter in JSON: an object at the top of the page, or between marks. */
const JSON_PATTERN = /^\s*(?:\{[ \t]*\n[\s\S]*?\n\}[ \t]*(?=\n|$)|(;;;|---)[^\n]*\n([\s\S]*?)\n\1[ \t]*(?=\n|$))/;

function readJsonMetadata(text: string): { values: Metadata; end: number } {
  const [written, , inner] = JSON_PATTERN.exec(text.slice(0, MAX_LENGTH)) ?? [];
  const noMetadata = { values: { address: {}, aliases: [] }, end: 0 };
  if (written === undefined) return noMetadata;
  try {
    const data: unknown = JSON.parse(inner ?? written);
    const title = getText(data, 'title');
    const address: Record<string, string> = {};
    for (const key of ['slug', 'url', 'permalink', 'id']) {
      const value = getText(data, key);
      if (value !== undefined && value !== '') address[key] = value;
    }
    const aliases = listAt(data, 'aliases').filter((alias) => typeof alias === 'string');
    return { values: { ...(title === undefined ? {} : { title }), address, aliases }, end: written.length };
  } catch {
    return noMetadata;
  }
}

function listIn(source: string): string[] {
  const listText = /^\[(.*)\]/.exec(source)?.[1] ?? source;
  return listText
    .split(',')
    .map((entry) => unquoteValue(entry))
    .filter((entry) => entry !== '');
}

function unquoteValue(source: string): string {
  const value = source.trim();
  const [quote] = value;
  if (quote === '"' || quote === "'") {
    const closeIndex = value.indexOf(quote, 1);
    return closeIndex > 0 ? value.slice(1, closeIndex) : value;
  }
  return value.replace(/\s+#.*$/, '').trim();
}
