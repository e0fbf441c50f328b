import type { Element, ElementContent, Root } from 'hast';
import { toString as getContentText } from 'hast-util-to-string';
import rehypeHighlight from 'rehype-highlight';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize, { defaultSchema, type Options as SanitizeOptions } from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { getLinkBase, ID_PREFIX, nameImages, PORTAL_MARK, resolveFragments, resolveLinks } from './page-links.ts';
import type { PageText, RenderedMarkdown } from './plain-rendering.ts';
import type { OutlineEntry } from './store.ts';

const MAX_WARNINGS = 20;
const MAX_OUTLINE_ENTRIES = 200;
const ALERTS: Readonly<Record<string, string>> = {
  NOTE: 'Note',
  TIP: 'Tip',
  IMPORTANT: 'Important',
  WARNING: 'Warning',
  CAUTION: 'Caution',
};

/** Names of the languages for diagrams, by the names that code blocks have. */
const DIAGRAMS: ReadonlyMap<string, string> = new Map([
  ['mermaid', 'Mermaid'],
  ['plantuml', 'PlantUML'],
  ['puml', 'PlantUML'],
  ['uml', 'PlantUML'],
  ['dot', 'Graphviz'],
  ['graphviz', 'Graphviz'],
  ['ditaa', 'ditaa'],
  ['d2', 'D2'],
  ['blockdiag', 'blockdiag'],
  ['seqdiag', 'seqdiag'],
  ['nomnoml', 'nomnoml'],
  ['wavedrom', 'WaveDrom'],
]);

// The sanitization schema is that of GitHub. `class` is allowed only for elements that later steps need, and `style` for no element.
const SCHEMA: SanitizeOptions = {
  ...defaultSchema,
  clobberPrefix: ID_PREFIX,
  // The content of these elements is not part of the text of the page.
  strip: ['script', 'style', 'title', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'textarea', 'select'],
  tagNames: [...(defaultSchema.tagNames ?? []), 'figure', 'figcaption', 'mark', 'abbr'],
  protocols: { ...defaultSchema.protocols, src: ['https', 'http'], href: ['https', 'http', 'mailto', 'tel'] },
};

/** Elements whose removal is reported to the author. Other elements and comments are removed without a warning. */
const REPORTED_TAGS = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'form',
  'svg',
  'math',
  'video',
  'audio',
  'link',
  'meta',
  'base',
]);

/**
 * Converts Markdown to sanitized HTML. Its time can grow faster than the text, so it runs in a worker with a deadline.
 * @param page.path path of the page, that relative links are resolved against. For a file such as `guides/README.md`, they are resolved against its folder
 * @param page.title title of the page. If the first heading has level 1 and the same text, it is omitted
 */
export function renderMarkdown({ path, title, markdown, source }: PageText): Omit<RenderedMarkdown, 'sections'> {
  const links = new Set<string>();
  const warnings = new Set<string>();
  const outline: OutlineEntry[] = [];
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
    .use(rehypeRaw)
    .use(() => (tree: Root) => reportRemoved(tree, warnings))
    .use(rehypeSanitize, SCHEMA)
    .use(() => setHeadingIds)
    .use(rehypeSlug)
    .use(() => (tree: Root) => {
      removeTitle(tree, title);
      convertAlerts(tree);
      restoreAnchors(tree);
      resolveFragments(tree);
      resolveLinks(tree, getLinkBase(path, source), links);
      nameImages(tree, warnings);
      removeEmptyHeaders(tree);
      wrapTables(tree);
      labelDiagrams(tree);
      labelTasks(tree);
      outline.push(...readOutline(tree));
    })
    .use(rehypeHighlight, { detect: false })
    .use(() => focusCode)
    .use(rehypeStringify);
  const html = String(processor.processSync(markdown.replaceAll(PORTAL_MARK, '')));
  return { html, outline, links: [...links], warnings: [...warnings].slice(0, MAX_WARNINGS) };
}

function reportRemoved(tree: Root, warnings: Set<string>): void {
  visit(tree, 'element', ({ tagName, properties }) => {
    if (REPORTED_TAGS.has(tagName)) warnings.add(`removed <${tagName}>, which pages cannot contain`);
    if (properties.style !== undefined) warnings.add('removed the attribute "style"');
    if (Object.keys(properties).some((name) => /^on/i.test(name))) warnings.add('removed an event handler');
  });
}

/** Reads the id of a heading from the end of the heading, in the syntax of many generators: `## Install { #install }`. */
function setHeadingIds(tree: Root): void {
  visit(tree, 'element', (node) => {
    const last = node.children.at(-1);
    if (!/^h[1-6]$/.test(node.tagName) || last?.type !== 'text') return;
    const match = /\s*\{\s*:?\s*#([\w.:-]+)[^{}]*\}\s*$/.exec(last.value);
    if (!match?.[1]) return;
    last.value = last.value.slice(0, match.index);
    node.properties.id = match[1];
  });
}

/**
 * Removes the prefix from the ids of anchors such as `<a id="place"></a>`, so that links from other pages find them. Ids of the layout contain a dot, so
 * ids with other characters keep the prefix.
 */
function restoreAnchors(tree: Root): void {
  const ids = new Set<unknown>();
  visit(tree, 'element', ({ properties }) => {
    ids.add(properties.id);
  });
  visit(tree, 'element', ({ tagName, properties }) => {
    const prefixedName =
      tagName === 'a' && properties.href === undefined ? (properties.id ?? properties.name) : undefined;
    if (typeof prefixedName !== 'string' || !prefixedName.startsWith(ID_PREFIX)) return;
    const id = prefixedName.slice(ID_PREFIX.length);
    if (ids.has(id) || !/^[\p{L}\p{N}\p{M}\p{Pc}_-]+$/u.test(id)) return;
    ids.add(id);
    properties.id = id;
  });
}

/** Removes the first heading if it repeats the title. The layout of the page already shows the title. */
function removeTitle(tree: Root, title: string): void {
  const index = tree.children.findIndex(({ type }) => type === 'element');
  const first = tree.children[index];
  if (first?.type !== 'element' || first.tagName !== 'h1') return;
  const normalize = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  if (normalize(getContentText(first)) === normalize(title)) tree.children.splice(index, 1);
}

/** Converts the blockquotes that begin with a line such as `[!NOTE]` to alerts as on GitHub. */
function convertAlerts(tree: Root): void {
  visit(tree, 'element', (node) => {
    if (node.tagName !== 'blockquote') return;
    const first = node.children.find((child) => child.type === 'element');
    const start = first?.tagName === 'p' ? first.children[0] : undefined;
    const match = start?.type === 'text' ? /^\s*\[!([A-Za-z]+)\][^\S\n]*(?:\n|$)/.exec(start.value) : null;
    const title = match && ALERTS[match[1]?.toUpperCase() ?? ''];
    if (!first || start?.type !== 'text' || !match || title === undefined || title === null) return;
    start.value = start.value.slice(match[0].length);
    if (first.children.length === 1 && start.value === '')
      node.children = node.children.filter((child) => child !== first);
    node.tagName = 'div';
    const ownTitle = removeAlertTitle(node);
    node.properties = {
      className: ['alert', title.toLowerCase()],
      role: 'note',
      ...(ownTitle ? { ariaLabel: title } : {}),
    };
    const words = ownTitle ?? [{ type: 'text', value: title }];
    node.children.unshift(createElement('p', { className: ['alert-title'] }, words));
  });
}

/** Removes a first paragraph of only bold text, which is the title that the author has written. Returns its content; undefined if there is none. */
function removeAlertTitle(alert: Element): ElementContent[] | undefined {
  const [first, ...others] = alert.children.filter((child) => child.type === 'element');
  const [strong, ...rest] = first?.tagName === 'p' ? first.children.filter(isVisible) : [];
  if (strong?.type !== 'element' || strong.tagName !== 'strong' || rest.length > 0 || others.length === 0)
    return undefined;
  alert.children = alert.children.filter((child) => child !== first);
  return strong.children;
}

function isVisible(node: ElementContent): boolean {
  return node.type !== 'text' || node.value.trim() !== '';
}

/** Removes the header of tables whose header cells are all empty. Markdown requires a header, but the tables of other formats can have none. */
function removeEmptyHeaders(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'thead' || index === undefined || !parent) return;
    let hasImage = false;
    visit(node, 'element', ({ tagName }) => {
      hasImage ||= tagName === 'img';
    });
    if (hasImage || getContentText(node).trim() !== '') return;
    parent.children.splice(index, 1);
    return index;
  });
}

/** Names the language of diagrams, because the page shows their source. */
function labelDiagrams(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    const [code] = node.tagName === 'pre' ? node.children : [];
    if (code?.type !== 'element' || index === undefined || !parent) return;
    const className = code.properties.className?.toString() ?? '';
    const name = DIAGRAMS.get(/(?:^|,)language-([\w-]+)/.exec(className)?.[1]?.toLowerCase() ?? '');
    if (name === undefined) return;
    const caption = createElement('figcaption', {}, [{ type: 'text', value: `Source of a ${name} diagram` }]);
    parent.children[index] = createElement('figure', { className: ['diagram'] }, [caption, node]);
    return SKIP;
  });
}

/** Makes wide tables scroll horizontally within their own element, also with the keyboard. */
function wrapTables(tree: Root): void {
  let count = 0;
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'table' || index === undefined || !parent) return;
    count += 1;
    const label = `Table ${count}`;
    parent.children[index] = createElement(
      'div',
      { className: ['table-scroll'], tabIndex: 0, role: 'region', ariaLabel: label },
      [node],
    );
    return SKIP;
  });
}

/** Adds accessible names to the checkboxes of task lists. */
function labelTasks(tree: Root): void {
  visit(tree, 'element', (node, _index, parent) => {
    if (node.tagName !== 'input' || parent?.type !== 'element') return;
    node.properties.ariaLabel = getContentText(parent).trim().slice(0, 200) || 'Task';
  });
}

/** Makes long lines of code scrollable with the keyboard. */
function focusCode(tree: Root): void {
  visit(tree, 'element', (node) => {
    if (node.tagName === 'pre') node.properties.tabIndex = 0;
  });
}

/** Returns the headings, and adds a link to each of them. The title of the page must be the only heading of level 1. */
function readOutline(tree: Root): OutlineEntry[] {
  const outline: OutlineEntry[] = [];
  visit(tree, 'element', (node) => {
    const level = /^h([1-6])$/.exec(node.tagName)?.[1];
    const { id } = node.properties;
    if (level === undefined || typeof id !== 'string' || node.properties.className?.toString().includes('sr-only'))
      return;
    const text = getContentText(node).replaceAll(/\s+/g, ' ').trim();
    if (level === '1') node.tagName = 'h2';
    if (text === '') return;
    if (outline.length < MAX_OUTLINE_ENTRIES)
      outline.push({ level: Math.max(2, Number(level)), id, text: text.slice(0, 200) });
    node.children.push(
      createElement(
        'a',
        { className: ['anchor'], href: `#${encodeURIComponent(id)}`, ariaLabel: `Link to “${text.slice(0, 80)}”` },
        [{ type: 'text', value: '#' }],
      ),
    );
  });
  return outline;
}

function createElement(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children };
}
