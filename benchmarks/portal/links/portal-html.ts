/** A link or an image of a page. */
export interface HtmlLink {
  readonly kind: 'link' | 'image' | 'file';
  /** The URL as written in the page. */
  readonly target: string;
  /** Whether the link is part of the text of the document, and not of the navigation around it. */
  readonly isInText: boolean;
}

/** What the check reads of the HTML of a page. */
export interface PortalHtml {
  readonly links: readonly HtmlLink[];
  readonly ids: ReadonlySet<string>;
  /** Whether the page shows its Markdown as plain text, because it was not rendered in time or could not be parsed. */
  readonly isPlainText: boolean;
  /** The text that readers see, without code. */
  readonly text: string;
}

const TAG = /<([a-z][a-z\d]*)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const LINK_ATTRIBUTES: Readonly<Record<string, readonly [attribute: string, kind: HtmlLink['kind']][]>> = {
  a: [['href', 'link']],
  img: [
    ['src', 'image'],
    ['srcset', 'image'],
  ],
  source: [
    ['src', 'image'],
    ['srcset', 'image'],
  ],
  video: [['src', 'image']],
  audio: [['src', 'image']],
  link: [['href', 'file']],
  script: [['src', 'file']],
};
const ARTICLE = /<article class="prose">([\s\S]*?)<\/article>/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Reads the HTML of a page of the portal. */
export function readPortalHtml(html: string): PortalHtml {
  const article = ARTICLE.exec(html);
  const start = article?.index ?? 0;
  const end = start + (article?.[0].length ?? 0);
  const links: HtmlLink[] = [];
  const ids = new Set<string>();
  for (const { 1: name = '', 2: attributes = '', index } of html.matchAll(TAG)) {
    const id = readAttribute(attributes, 'id');
    if (id !== undefined) ids.add(id);
    for (const [attribute, kind] of LINK_ATTRIBUTES[name.toLowerCase()] ?? []) {
      const value = readAttribute(attributes, attribute);
      if (value === undefined) continue;
      const targets =
        attribute === 'srcset' ? value.split(',').map((part) => part.trim().split(/\s/)[0] ?? '') : [value];
      for (const target of targets) links.push({ kind, target, isInText: index >= start && index < end });
    }
  }
  return {
    links,
    ids,
    isPlainText: html.includes('<pre class="plain-text"'),
    text: getVisibleText(article?.[1] ?? ''),
  };
}

function readAttribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(String.raw`(?:^|\s)${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : decodeEntities(value);
}

function getVisibleText(html: string): string {
  const text = html
    .replaceAll(/<(pre|code|kbd|samp|style|script|svg|math)\b[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<\/(?:p|li|h\d|td|th|div|dt|dd|tr|summary|blockquote)>|<br\s*\/?>/gi, '\n')
    .replaceAll(TAG, '')
    .replaceAll(/<\/[a-z][^>]*>/gi, '');
  return decodeEntities(text);
}

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi,
    (entity, decimal?: string, hex?: string, name = '') => {
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      return ENTITIES[name] ?? entity;
    },
  );
}
