import type { SourcePage } from '../chunkers/chunker-types.ts';
import { splitWords } from '../text/words.ts';
import { getAttributeProse, type Node, type Parse, renderNode } from './markdown-tree.ts';

/** The kinds of blocks. Headings and `other` blocks must not be lost, and all other blocks should stay whole. */
export type BlockKind = 'fence' | 'table' | 'paragraph' | 'list item' | 'JSX' | 'heading' | 'other';

/** A block that the reference parser has found in a page. */
export interface Block {
  readonly kind: BlockKind;
  /** Line in the page, counted from 1. */
  readonly line: number;
  /** Length of the source, in UTF-16 units. */
  readonly length: number;
  readonly words: readonly string[];
  /** The words of the heading above the block, or of the page title for a block before the first heading. */
  readonly heading: readonly string[];
  /** The index of the list item or element that contains the block. */
  readonly inside: number | undefined;
  /** Whether the text of this block is not part of another block in the list. */
  readonly leaf: boolean;
}

export interface Source {
  readonly page: SourcePage;
  /** The words of the page title, from the front matter or the first level-1 heading. */
  readonly title: readonly string[];
  readonly blocks: readonly Block[];
}

const FRONT_MATTER = /^(?:---[ \t]*\r?\n[\s\S]*?\r?\n---|\+\+\+[ \t]*\r?\n[\s\S]*?\r?\n\+\+\+)[ \t]*(?=\r?\n|$)/;

/** Matches the markers of NestJS in code blocks: before a file name, and between the code in two languages. */
const FILE_MARK = /^@@(?:filename|switch)\b/gm;

/** Parses a page with the reference parser. */
export function readSource(page: SourcePage, parse: Parse): Source {
  const frontMatterText = FRONT_MATTER.exec(page.text)?.[0] ?? '';
  // The replacement has the same length, because line numbers and offsets must not change.
  const text =
    clearFrontMatter(frontMatterText) + page.text.slice(frontMatterText.length).replaceAll(FILE_MARK, clearFrontMatter);
  // A file with an MDX comment is parsed as MDX, because many .md files are written in MDX.
  const tree = parse(text, page.path.endsWith('.mdx') || text.includes('{/*'));
  const sourceName =
    /^title\s*[:=]\s*(.*)$/m
      .exec(frontMatterText)?.[1]
      ?.trim()
      .replace(/^(["'])(.*)\1$/, '$2') ?? '';
  const first = findFirstTitle(tree);
  const title = getHeadingWords(sourceName === '' && first ? renderNode(first) : sourceName);
  return { page, title, blocks: getBlocks(tree, title, first, text) };
}

function clearFrontMatter(text: string): string {
  return text.replaceAll(/[^\r\n]/g, ' ');
}

function findFirstTitle(tree: Node): Node | undefined {
  return (tree.children ?? []).find(({ type, depth }) => type === 'heading' && depth === 1);
}

/** Returns the words of a heading, without the attributes that some site generators allow after it. */
function getHeadingWords(heading: string): string[] {
  return splitWords(heading.replace(/\{[#/][^}]*\}\s*$/, ''));
}

function getBlocks(tree: Node, title: readonly string[], first: Node | undefined, text: string): Block[] {
  const blocks: Block[] = [];
  let heading = title;
  const add = (
    node: Node,
    kind: BlockKind,
    innerLevel: number | undefined,
    leaf: boolean,
    renderedText = renderNode(node),
  ): number => {
    const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    const line = node.position?.start.line ?? 0;
    const text = kind === 'heading' ? getHeadingWords(renderedText) : splitWords(renderedText);
    blocks.push({ kind, line, length: end - start, words: text, heading, inside: innerLevel, leaf });
    return blocks.length - 1;
  };
  const addSaid = (node: Node, inside: number | undefined) => {
    for (const prose of getAttributeProse(node)) add(node, 'other', inside, true, prose);
  };
  const walk = (node: Node, innerLevel: number | undefined): void => {
    switch (node.type) {
      case 'heading':
        heading = node === first ? title : getHeadingWords(renderNode(node));
        add(node, 'heading', innerLevel, true);
        return;
      case 'paragraph':
        add(node, 'paragraph', innerLevel, true);
        return;
      case 'code':
        add(node, /[`~]/.test(text[node.position?.start.offset ?? 0] ?? '') ? 'fence' : 'other', innerLevel, true);
        return;
      case 'table':
        add(node, 'table', innerLevel, true);
        return;
      case 'html':
        add(node, 'other', innerLevel, true);
        return;
      case 'listItem':
        walkAll(node, add(node, 'list item', innerLevel, false));
        return;
      case 'mdxJsxFlowElement':
        addSaid(node, innerLevel);
        // An element with headings contains whole sections. Splitting it between these sections is correct, so it is
        // not a block.
        walkAll(node, containsHeading(node) ? innerLevel : add(node, 'JSX', innerLevel, false));
        return;
      case 'blockquote': {
        // The headings in a block quote are part of the block quote.
        const previousHeading = heading;
        walkAll(node, innerLevel);
        heading = previousHeading;
        return;
      }
      default:
        walkAll(node, innerLevel);
    }
  };
  const walkAll = (node: Node, inside: number | undefined) => {
    for (const child of node.children ?? []) walk(child, inside);
  };
  walk(tree, undefined);
  return blocks;
}

function containsHeading(node: Node): boolean {
  return node.type === 'heading' || (node.children ?? []).some(containsHeading);
}

/**
 * Returns the blocks that a chunker with this limit can keep whole: code blocks and tables that fit, the outermost list
 * items and elements that fit, and paragraphs outside of these list items and elements.
 */
export function filterFittingBlocks(blocks: readonly Block[], limit: number): Block[] {
  const fitsLimit = (block: Block | undefined) => block !== undefined && block.length <= limit;
  const containsBlock = ({ inside }: Block): boolean => {
    for (let at = inside; at !== undefined; at = blocks[at]?.inside) if (fitsLimit(blocks[at])) return true;
    return false;
  };
  return blocks.filter((block) => {
    if (block.kind === 'other' || block.kind === 'heading' || block.words.length === 0 || !fitsLimit(block))
      return false;
    return block.kind === 'fence' || block.kind === 'table' || !containsBlock(block);
  });
}
