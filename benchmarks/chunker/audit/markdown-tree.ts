/** The fields of an mdast node that the audit uses. */
export interface Node {
  readonly type: string;
  readonly value?: string;
  readonly depth?: number;
  readonly children?: readonly Node[];
  /** The attributes of an MDX element. */
  readonly attributes?: readonly { readonly value?: string | { readonly value: string } | null }[];
  readonly position?: {
    readonly start: { readonly offset: number; readonly line: number };
    readonly end: { readonly offset: number };
  };
}

/** Parses Markdown into a tree. */
export type Parse = (text: string, mdx: boolean) => Node;

interface Modules {
  fromMarkdown(text: string, options: { extensions: object[]; mdastExtensions: object[] }): Node;
  gfm(): object;
  gfmFromMarkdown(): object;
  mdxjs(): object;
  mdxFromMarkdown(): object;
}

const MODULES = [
  'mdast-util-from-markdown',
  'micromark-extension-gfm',
  'mdast-util-gfm',
  'micromark-extension-mdxjs',
  'mdast-util-mdx',
];

/** Creates the reference parser from micromark and mdast, which share no code with any of the chunkers. It parses invalid MDX as Markdown. */
export async function createMarkdownParser(): Promise<Parse> {
  const loadedModules = await Promise.all(MODULES.map((name) => import(name) as Promise<object>));
  const { fromMarkdown, gfm, gfmFromMarkdown, mdxjs, mdxFromMarkdown } = Object.assign({}, ...loadedModules) as Modules;
  const markdown = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
  const mdxExtensions = { extensions: [gfm(), mdxjs()], mdastExtensions: [gfmFromMarkdown(), mdxFromMarkdown()] };
  return (text, mdx) => {
    if (mdx) {
      try {
        return fromMarkdown(text, mdxExtensions);
      } catch {
        // Many .mdx files contain invalid MDX, for which the parser throws an error. They are parsed as Markdown.
      }
    }
    return fromMarkdown(text, markdown);
  };
}

/** Returns the visible text of a node, without markup, comments, tags and expressions. */
export function renderNode(node: Node): string {
  switch (node.type) {
    case 'text':
      return (node.value ?? '').replaceAll(DIRECTIVE_PATTERN, '');
    case 'inlineCode':
    case 'code':
      return node.value ?? '';
    case 'html':
      return removeTags(node.value ?? '');
    case 'break':
      return ' ';
    default:
      return (
        removeMarker(node.children ?? [])
          .map(renderNode)
          // The texts are joined by spaces, because markup separates words in items as well.
          .join(' ')
      );
  }
}

/**
 * Returns the children of a node without the class of an admonition. In `info **Hint** …`, the first word is a class.
 */
function removeMarker(children: readonly Node[]): readonly Node[] {
  const markerMatch = /^(?:info|warning|error)\s+$/.test(children[0]?.value ?? '') && children[1]?.type === 'strong';
  return markerMatch ? children.slice(1) : children;
}

/** Returns the attribute values of an element that contain more than one word. */
export function getAttributeProse({ attributes = [] }: Node): string[] {
  return attributes.flatMap(({ value }) => {
    if (typeof value === 'string') return /\s/.test(value) ? [value] : [];
    const strings = value?.value.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g) ?? [];
    return strings.filter((string) => /\S\s+\S/.test(string)).map((string) => string.replaceAll(/\\(.)/g, '$1'));
  });
}

/** Matches the opening or closing line of a directive up to its title: `::: code-group`, `:::tip[`, `:::`. */
const DIRECTIVE_PATTERN = /^:{3,}[ \t]*[\w-]*/gm;

function removeTags(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replaceAll(/<\/?[a-z][^>]*>/gi, ' ');
}
