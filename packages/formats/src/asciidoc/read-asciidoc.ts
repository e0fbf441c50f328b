import { createMarkdownWriter } from '../reading/markdown-writer.ts';
import type { FrontEnd } from '../reading/reading.ts';
import { parseHeader } from './blocks/document-header.ts';
import { parseBlock } from './blocks/parse-block.ts';
import { parseBlocks } from './blocks/parse-blocks.ts';
import type { ParseState } from './blocks/parse-state.ts';
import { createReferences } from './blocks/references.ts';
import { createSectionIds } from './blocks/section-id.ts';
import { createInlineReader } from './inline/inline.ts';
import { removeTokens } from './inline/protected-texts.ts';
import { createOutput } from './render/output.ts';
import { renderBlocks } from './render/render-blocks.ts';
import { createAttributes } from './source/attributes.ts';
import { createLineReader } from './source/line-reader.ts';
import { pageAttributes } from './source/page-attributes.ts';
import { createSourceLines } from './source/source-lines.ts';

/**
 * Reads AsciiDoc as described in Asciidoctor's language reference. Only the document itself is available: includes become links, and if a
 * condition depends on external attributes, all of its branches are kept.
 * https://docs.asciidoctor.org/asciidoc/latest/
 */
export const readAsciidoc: FrontEnd = (text) => {
  const source = removeTokens(text).split('\n');
  const writer = createMarkdownWriter();
  const attributes = createAttributes();
  const references = createReferences();
  const inline = createInlineReader(attributes, references);
  const warn = (line: number, message: string) => writer.warn(line, message);
  const lines = createSourceLines(source, attributes, warn);
  const reader = createLineReader(lines);
  const state: ParseState = {
    attributes,
    references,
    inline,
    sectionId: createSectionIds(attributes, references),
    warn,
    parseBlock,
  };
  // Parse the whole document before rendering, because references may precede their targets.
  const header = parseHeader(reader, state);
  const blocks = [...header, ...parseBlocks(reader, state, { depth: 0 })];
  renderBlocks(blocks, createOutput(writer), { inline, attributes });
  const title = header.length > 0 ? undefined : (attributes.get('doctitle') ?? attributes.get('title'));
  const head = pageAttributes(attributes, (text) => inline.plain(text, source.length));
  return writer.reading({ head, ...(title ? { title: inline.plain(title, source.length) } : {}) });
};
