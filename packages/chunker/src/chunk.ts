import { CONTENT_LIMIT } from '@context-sync/core';
import type { Piece } from './cut/piece.ts';
import { groups } from './cut/sections.ts';
import type { Block } from './document/block.ts';
import { frontMatter } from './document/front-matter.ts';
import { normalize } from './document/lines.ts';
import { resolveLinks } from './document/links.ts';
import { closesFence, fenceStart } from './document/patterns.ts';
import { scan } from './document/scan.ts';
import { type Section, sectionTree } from './document/section.ts';
import { type Address, sourceAddress } from './item/address.ts';
import { linkTarget } from './item/link-target.ts';
import { breadcrumb, titles } from './item/titles.ts';

export interface Document {
  /** Path in the repository, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface ChunkOptions {
  /** Length that prose is gathered up to, in UTF-16 units. Default 2500, at least 200, at most 8000. */
  readonly targetSize?: number;
  /** What the source address at the end of every item is made from, and relative links are resolved against. Default: neither is done. */
  readonly address?: Address;
}

export interface Item {
  /** Document path, `#`, anchors of the sections, and from the second part on `~` and its number. */
  readonly key: string;
  /** At most 120 UTF-16 units, unique in the document. */
  readonly title: string;
  /** At most 8000 UTF-16 units: the path of sections, the text, the source address. */
  readonly content: string;
  /** First and last line in the document, from 1. */
  readonly lines: readonly [number, number];
}

export interface Warning {
  readonly line: number;
  readonly message: string;
}

export interface Chunks {
  readonly items: readonly Item[];
  /** Why the document gives no items, where it gives none on purpose. */
  readonly skipped?: string;
  readonly warnings: readonly Warning[];
}

/** Length of prose that is gathered into one item, unless an option says otherwise. */
export const DEFAULT_TARGET_SIZE = 2500;

/** Changes whenever the same document would be cut differently, so that documents are cut anew. */
export const CHUNKER_VERSION = 1;

const BREADCRUMB_LIMIT = 400;
const ADDRESS_LIMIT = 1_000;

/** Whether the path names a document that can be cut: Markdown, by its extension. */
export function isDocument(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

/** Cuts a Markdown document into context items that stand alone. Pure: the same input gives the same items. */
export function chunk({ path, text }: Document, options: ChunkOptions = {}): Chunks {
  const lines = normalize(text).split('\n');
  const total = lines.length;
  const head = frontMatter(lines);
  const warnings: Warning[] =
    head.fault === undefined ? [] : [{ line: 1, message: `front matter cannot be read: ${head.fault}` }];
  const blocks = closed(lines, scan(lines, head.end));
  const { address = {} } = options;
  if (address.siteUrl || address.repositoryUrl) resolveLinks(lines, blocks, (url) => linkTarget(url, path, address));
  const root = sectionTree(blocks, head.title, nameOf(path));
  const titleOf = titles();
  const parts = new Map<string, number>();
  const items: Item[] = [];
  const target = Math.min(Math.max(options.targetSize ?? DEFAULT_TARGET_SIZE, 200), CONTENT_LIMIT);
  // Whatever frames a text is bounded, so the cap for the text itself can be the same for all of a document.
  const cap = CONTENT_LIMIT - BREADCRUMB_LIMIT - longestAddress(path, root, address) - '\n\n\n\nSource: '.length;
  for (const group of groups(lines, root, { target: Math.min(target, cap), cap })) {
    const section = group.members[0] ?? group.path.at(-1) ?? root;
    const first = breadcrumb(group, BREADCRUMB_LIMIT);
    const source = sourceAddress(path, section.slug, address);
    const last = source === undefined || source.length > ADDRESS_LIMIT ? '' : `\n\nSource: ${source}`;
    for (const piece of group.pieces) {
      const part = (parts.get(section.anchor) ?? 0) + 1;
      parts.set(section.anchor, part);
      items.push({
        key: `${path}#${section.anchor}${part === 1 ? '' : `~${part}`}`,
        title: titleOf(group),
        content: `${first}\n\n${trimBlankLines(piece)}${last}`,
        lines: [piece.start + 1, Math.min(piece.end, total)],
      });
    }
  }
  return items.length > 0 ? { items, warnings } : { items, skipped: 'there is no text in it', warnings };
}

/** The blocks, with a fence that is never closed closed at the end of the document: what follows an item's text must not fall into it. */
function closed(lines: string[], blocks: Block[]): Block[] {
  const last = blocks.at(-1);
  const fence = last?.kind === 'fence' ? fenceStart(lines[last.start] ?? '') : undefined;
  if (!last || !fence || (last.end - last.start > 1 && closesFence(lines[last.end - 1] ?? '', fence))) return blocks;
  lines.push(' '.repeat(fence.indent) + fence.mark);
  return blocks.with(-1, { ...last, end: lines.length });
}

/** Length of the longest source address that an item of the document can end with. */
function longestAddress(path: string, section: Section, address: Address): number {
  const own = sourceAddress(path, section.slug, address)?.length ?? 0;
  const length = section.children.reduce(
    (longest, child) => Math.max(longest, longestAddress(path, child, address)),
    own,
  );
  return Math.min(length, ADDRESS_LIMIT);
}

function trimBlankLines({ text }: Piece): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}

/** A title for a page that has none: the name of its file, or of its folder for an index page. */
function nameOf(path: string): string {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const name = parts.pop() ?? path;
  const telling = /^(?:index|readme)$/i.test(name) ? (parts.pop() ?? name) : name;
  return telling.replaceAll(/[-_]+/g, ' ').trim() || path;
}
