/** The kind of block that a delimiter line opens. */
export type DelimitedKind =
  | 'comment'
  | 'listing'
  | 'literal'
  | 'fence'
  | 'pass'
  | 'example'
  | 'sidebar'
  | 'quote'
  | 'open'
  | 'table';

const DELIMITER_KINDS: Readonly<Record<string, DelimitedKind>> = {
  '/': 'comment',
  '-': 'listing',
  '.': 'literal',
  '+': 'pass',
  '=': 'example',
  '*': 'sidebar',
  _: 'quote',
  '~': 'open',
};

const FENCE_PATTERN = /^(`{3,})[^`]*$/;
const TABLE_PATTERN = /^[|,:!]={3,}$/;

/** Returns the kind of block that the line opens, and the line that closes the block; undefined if the line is not a delimiter. */
export function parseDelimiter(text: string): { kind: DelimitedKind; close: string } | undefined {
  if (text === '--') return { kind: 'open', close: text };
  if (text === '""') return { kind: 'quote', close: text };
  if (text.length < 3) return undefined;
  const firstChar = text.charAt(0);
  const kind = DELIMITER_KINDS[firstChar];
  if (kind) return text.length >= 4 && isRun(text, firstChar) ? { kind, close: text } : undefined;
  if (TABLE_PATTERN.test(text)) return { kind: 'table', close: text };
  const fence = firstChar === '`' ? FENCE_PATTERN.exec(text)?.[1] : undefined;
  return fence ? { kind: 'fence', close: fence } : undefined;
}

/** Returns whether the text consists of one repeated character. */
export function isRun(text: string, mark: string): boolean {
  const code = mark.charCodeAt(0);
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) !== code) return false;
  return text.length > 0;
}
