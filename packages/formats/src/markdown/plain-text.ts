import { getElementAt } from '@context-sync/base';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Character that delimits placeholders for resolved text: a private use character that headings do not contain. */
const PLACEHOLDER = '\uf8f0';

/** Maximum length of a heading that is resolved, in characters; titles of items are much shorter. */
const MAX_LENGTH = 1_200;

/**
 * Matches text without Markdown syntax and without white space to collapse. Beyond ASCII, it allows letters and common dashes and quotes, which are
 * not white space, control characters or surrogates.
 */
const PLAIN_WORD = String.raw`[!-%'-)+-;=?-Z^a-z|\u00a1-\u167f\u200b-\u2027\u3001-\ud7ff]+`;
const PLAIN_TEXT = new RegExp(`^(?:${PLAIN_WORD}(?: ${PLAIN_WORD})* ?)?$`);

const SPACE_PATTERN = /[\s\p{Cc}]+/gu;
const LINK_PATTERN = /\[([^\]]{0,400})\](?:\((?:[^()]|\([^()]{0,200}\)){0,2000}\)|\[[^\]]{0,400}\])/g;
const IMAGE_PATTERN = /<img\s[^<>]{0,400}?\balt=(?:"([^"<>]{0,400})"|'([^'<>]{0,400})')[^<>]{0,400}>/g;
const STRONG_PATTERN = /(\*{1,3}|~~)(?=\S)([^*~]{1,400}?)(?<=\S)\1/g;

/** Matches code without white space to collapse or trim. */
const SIMPLE_CODE = /^[!-_a-~]+(?: [!-_a-~]+)*$/;

/** Returns the visible text of a heading on one line: resolves code, links, images, emphasis, tags, escapes and custom ids. */
export function getPlainText(markdown: string): string {
  if (markdown.length < MAX_LENGTH && PLAIN_TEXT.test(markdown)) return markdown.trimEnd();
  const codeOnlyText = markdown.length < MAX_LENGTH ? resolveCodeOnly(markdown) : undefined;
  if (codeOnlyText !== undefined) return codeOnlyText;
  const text = resolveMarkup(markdown);
  // In a heading that consists only of JSX tags, such as `<Fragment> (<>…</>)`, the tags are the text.
  return /[\p{L}\p{N}]/u.test(text) || !/<[A-Z][\w.]*\s*\/?>/.test(markdown)
    ? text
    : resolveMarkup(markdown.replaceAll('<', '\\<'));
}

/** Removes the marks of code; returns undefined if the heading contains other markup. */
function resolveCodeOnly(markdown: string): string | undefined {
  const parts = markdown.split('`');
  if (parts.length % 2 === 0) return undefined;
  let text = '';
  for (let index = 0; index < parts.length; index += 1) {
    const part = getElementAt(parts, index);
    const isCode = index % 2 === 1;
    if (isCode ? !SIMPLE_CODE.test(part) : !PLAIN_TEXT.test(part.trimStart())) return undefined;
    text += part;
  }
  return /\s\s|^\s|\s$/.test(text) ? undefined : text;
}

function resolveMarkup(markdown: string): string {
  const spans: string[] = [];
  const protect = (text: string): string => {
    spans.push(text);
    return `${PLACEHOLDER}${spans.length - 1}${PLACEHOLDER}`;
  };
  let text = markdown.slice(0, MAX_LENGTH).replaceAll(SPACE_PATTERN, ' ').toWellFormed().replaceAll(PLACEHOLDER, '');
  // Check for the mark before applying a rule, because most headings contain few marks.
  const resolve = (
    mark: string,
    rule: RegExp,
    replacement: string | ((match: string, ...groups: string[]) => string),
  ) => {
    if (text.includes(mark)) text = text.replaceAll(rule, replacement as string);
  };
  resolve('`', /(?<!\\)(`{1,8})([^`]{1,400})\1/g, (_, _marks, code = '') => protect(code.trim()));
  resolve('\\', /\\([!-/:-@[-`{-~])/g, (_, mark = '') => protect(mark));
  resolve('}', /\s*\{\s*(?:#[\w:.-]+|\/\*[^*]{0,200}\*\/)\s*\}\s*$/g, '');
  resolve('![', /!\[([^\]]{0,400})\]\([^()]{0,2000}\)/g, '$1');
  resolve('](', LINK_PATTERN, '$1');
  resolve('][', LINK_PATTERN, '$1');
  resolve('<', /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,400})>/gi, (_, url = '') => protect(url));
  resolve('<img', IMAGE_PATTERN, (_, double, single) => double ?? single ?? '');
  resolve('<', /<!--.{0,400}?-->|<\/?[A-Za-z][^<>]{0,400}>/g, '');
  resolve('*', STRONG_PATTERN, '$2');
  resolve('~~', STRONG_PATTERN, '$2');
  resolve('_', /(?<![\p{L}\p{N}])_{1,3}(?=\S)([^_]{1,400}?)(?<=\S)_{1,3}(?![\p{L}\p{N}])/gu, '$1');
  resolve('&', /&(amp|lt|gt|quot|apos|nbsp);/g, (_, name = '') => ENTITIES[name] ?? '');
  if (spans.length > 0) resolve(PLACEHOLDER, /\uf8f0(\d+)\uf8f0/g, (_, index) => spans[Number(index)] ?? '');
  return text.replaceAll(SPACE_PATTERN, ' ').trim();
}
