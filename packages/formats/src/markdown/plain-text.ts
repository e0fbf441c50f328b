const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Stands for text that is already resolved; a private-use character, which no heading needs. */
const HELD = '\uf8f0';

/** Longer headings are read up to here; an item's title holds far less. */
const LENGTH_LIMIT = 1_200;

/**
 * Text in which nothing means anything in Markdown, and no white space is to be folded. Beyond ASCII it may hold letters and the usual dashes
 * and quotes, which are no white space, control characters or surrogates.
 */
const SAID = String.raw`[!-%'-)+-;=?-Z^a-z|\u00a1-\u167f\u200b-\u2027\u3001-\ud7ff]+`;
const PLAIN = new RegExp(`^(?:${SAID}(?: ${SAID})* ?)?$`);

const SPACE = /[\s\p{Cc}]+/gu;
const LINK = /\[([^\]]{0,400})\](?:\((?:[^()]|\([^()]{0,200}\)){0,2000}\)|\[[^\]]{0,400}\])/g;
const IMAGE = /<img\s[^<>]{0,400}?\balt=(?:"([^"<>]{0,400})"|'([^'<>]{0,400})')[^<>]{0,400}>/g;
const STRONG = /(\*{1,3}|~~)(?=\S)([^*~]{1,400}?)(?<=\S)\1/g;

/** Code that stands as it is, without white space to fold or to trim. */
const CODE = /^[!-_a-~]+(?: [!-_a-~]+)*$/;

/** A heading as a reader sees it: code, links, images, emphasis, tags, escapes and custom ids resolved; one line. */
export function plainText(markdown: string): string {
  if (markdown.length < LENGTH_LIMIT && PLAIN.test(markdown)) return markdown.trimEnd();
  const simple = markdown.length < LENGTH_LIMIT ? withSimpleCode(markdown) : undefined;
  if (simple !== undefined) return simple;
  const text = resolved(markdown);
  // Where nothing but elements of JSX is written, they are what it says: `<Fragment> (<>…</>)`.
  return /[\p{L}\p{N}]/u.test(text) || !/<[A-Z][\w.]*\s*\/?>/.test(markdown)
    ? text
    : resolved(markdown.replaceAll('<', '\\<'));
}

/** The text without the marks of its code, where there is nothing else to resolve. */
function withSimpleCode(markdown: string): string | undefined {
  const parts = markdown.split('`');
  if (parts.length % 2 === 0) return undefined;
  let text = '';
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    const isCode = index % 2 === 1;
    if (isCode ? !CODE.test(part) : !PLAIN.test(part.trimStart())) return undefined;
    text += part;
  }
  return /\s\s|^\s|\s$/.test(text) ? undefined : text;
}

function resolved(markdown: string): string {
  const spans: string[] = [];
  const kept = (text: string): string => {
    spans.push(text);
    return `${HELD}${spans.length - 1}${HELD}`;
  };
  let text = markdown.slice(0, LENGTH_LIMIT).replaceAll(SPACE, ' ').toWellFormed().replaceAll(HELD, '');
  // Each rule is asked for only where its mark stands: most texts have one or two of them.
  const resolve = (mark: string, rule: RegExp, by: string | ((match: string, ...groups: string[]) => string)) => {
    if (text.includes(mark)) text = text.replaceAll(rule, by as string);
  };
  resolve('`', /(?<!\\)(`{1,8})([^`]{1,400})\1/g, (_, _marks, code = '') => kept(code.trim()));
  resolve('\\', /\\([!-/:-@[-`{-~])/g, (_, mark = '') => kept(mark));
  resolve('}', /\s*\{\s*(?:#[\w:.-]+|\/\*[^*]{0,200}\*\/)\s*\}\s*$/g, '');
  resolve('![', /!\[([^\]]{0,400})\]\([^()]{0,2000}\)/g, '$1');
  resolve('](', LINK, '$1');
  resolve('][', LINK, '$1');
  resolve('<', /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,400})>/gi, (_, url = '') => kept(url));
  resolve('<img', IMAGE, (_, double, single) => double ?? single ?? '');
  resolve('<', /<!--.{0,400}?-->|<\/?[A-Za-z][^<>]{0,400}>/g, '');
  resolve('*', STRONG, '$2');
  resolve('~~', STRONG, '$2');
  resolve('_', /(?<![\p{L}\p{N}])_{1,3}(?=\S)([^_]{1,400}?)(?<=\S)_{1,3}(?![\p{L}\p{N}])/gu, '$1');
  resolve('&', /&(amp|lt|gt|quot|apos|nbsp);/g, (_, name = '') => ENTITIES[name] ?? '');
  if (spans.length > 0) resolve(HELD, /\uf8f0(\d+)\uf8f0/g, (_, index) => spans[Number(index)] ?? '');
  return text.replaceAll(SPACE, ' ').trim();
}
