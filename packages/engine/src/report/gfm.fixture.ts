import { parseDocument } from 'htmlparser2';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

type Node = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<Node, { children: Node[]; name: string }>;

/** The HTML elements that GitHub generates from the Markdown of the action. */
const ELEMENTS = new Set(
  'h2 h3 p b strong sub table thead tbody tr th td code pre details summary wbr a ul li del ins'.split(' '),
);
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  open: /^$/,
  // The allowed link targets: files, commits, runs, workflows and pull requests of the repository.
  href: /^https?:\/\/[\w.:-]+\/[\w.-]+\/[\w.-]+\/(?:pull\/\d+|commit\/[0-9a-f]{40}|actions\/runs\/\d+|actions\/workflows\/[\w.-]+|blob\/[0-9a-f]{40}\/(?:[\w./-]|%[0-9A-F]{2})*(?:\?plain=1#L\d+(?:-L\d+)?)?)$/,
  align: /^right$/,
  class: /^language-(?:markdown|text)$/,
};
const HIDDEN = /^ context-sync(?::[\w.!~*'()%/-]+ hash:[0-9a-f]+(?: step:[0-9a-f]+)?|-documents:[A-Za-z0-9+/=]+) $/;

/** Matches text that GitHub links automatically, even in code, because GitHub searches the decoded text for URLs. */
const ADDRESS = /https?:\/\/\w|ftp:\/\/\w|(?<![\w.])www\.\w|[\w.+-]+@[\w-]+\.\w|mailto:\S+@|xmpp:\S+@/i;
/** Matches text that GitHub treats as a mention or a reference outside of code. */
const REFERENCE = /@\w|#\d|\bGH-\d|\b[0-9a-f]{7,40}\b|:[a-z_+\d]+:|\$\S.*\$/i;

/** Converts GitHub Flavored Markdown to HTML without sanitizing it, because text that needs sanitizing is a violation. */
export function toHtml(markdown: string): string {
  return micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });
}

/** Returns every part of the Markdown that violates a rule. */
export function findViolations(markdown: string): string[] {
  const problems: string[] = [];
  const visit = (nodes: readonly Node[], parents: readonly string[]): void => {
    for (const node of nodes) {
      if (node.type === 'text') problems.push(...textViolations(node.data, parents));
      else if (node.type === 'comment') {
        if (!HIDDEN.test(node.data) || parents.length > 0) problems.push(`comment ${JSON.stringify(node.data)}`);
      } else if ('name' in node && 'children' in node && 'attribs' in node) {
        const { name, attribs, children } = node as Element;
        if (!ELEMENTS.has(name)) problems.push(`<${name}>`);
        for (const [key, value] of Object.entries(attribs)) {
          if (!ATTRIBUTES[key]?.test(value)) problems.push(`<${name} ${key}=${JSON.stringify(value)}>`);
        }
        visit(children, [...parents, name]);
      } else problems.push(`a node of type ${node.type}`);
    }
  };
  const html = toHtml(markdown);
  visit(parseDocument(html).children, []);
  return [...problems, ...tableViolations(markdown, html), ...findUnclosedElements(markdown)];
}

function textViolations(text: string, parents: readonly string[]): string[] {
  if (parents.includes('pre')) return [];
  const problems: string[] = [];
  if (ADDRESS.test(text)) problems.push(`address in ${JSON.stringify(text)}`);
  if (!parents.includes('code') && !parents.includes('a') && REFERENCE.test(text))
    problems.push(`reference in ${JSON.stringify(text)}`);
  if (/[\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/u.test(text))
    problems.push(`hidden character in ${JSON.stringify(text)}`);
  return problems;
}

/**
 * Returns the problems of tables, such as a wrong number of cells. Counts the cells in the Markdown source, because the conversion to HTML drops or
 * adds cells. The cells of the action's tables never contain `|`.
 */
function tableViolations(markdown: string, html: string): string[] {
  const problems: string[] = [];
  const lines = removeCode(markdown).split('\n');
  let columns: number | undefined;
  for (const line of lines) {
    if (!line.startsWith('|')) {
      columns = undefined;
      continue;
    }
    const cells = line.split('|').length - 2;
    columns ??= cells;
    if (cells !== columns || !line.endsWith('|')) problems.push(`${cells} cells in place of ${columns}: ${line}`);
  }
  const rows = Array.from(html.matchAll(/<tr>/g)).length;
  const expected = lines.filter((line) => line.startsWith('|') && !/^\|(?: -+:? \|)+$/.test(line)).length;
  if (rows !== expected) problems.push(`${rows} rows in place of ${expected}`);
  return problems;
}

function findUnclosedElements(markdown: string): string[] {
  const text = removeCode(markdown);
  return ['details', 'summary', 'code', 'sub', 'b', 'pre', 'del', 'ins'].flatMap((name) => {
    const [open, closed] = [text.match(new RegExp(`<${name}[ >]`, 'g')), text.match(new RegExp(`</${name}>`, 'g'))];
    return (open?.length ?? 0) === (closed?.length ?? 0) ? [] : [`<${name}> is not closed`];
  });
}

/** Returns the Markdown without fenced code blocks and differences. */
function removeCode(markdown: string): string {
  return markdown.replaceAll(/^(?:(`{3,})(?:markdown|text)\n[\s\S]*?\n\1|<pre>[\s\S]*?<\/pre>)$/gm, '');
}

/** Returns the contents of the fenced code blocks. */
export function codeBlocks(markdown: string): string[] {
  const texts: string[] = [];
  const visit = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (!('children' in node)) continue;
      if ('name' in node && node.name === 'pre') texts.push(getText(node));
      else visit(node.children);
    }
  };
  visit(parseDocument(toHtml(markdown)).children);
  return texts;
}

function getText(node: Node): string {
  if (node.type === 'text') return node.data;
  return 'children' in node ? node.children.map(getText).join('') : '';
}
