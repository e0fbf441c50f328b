import type { DocumentReading, FrontEnd, ReadContext, Warning } from '@context-sync/reading';
import { createMarkdownWriter } from '@context-sync/reading';
import { parseHeader } from './blocks/document-header.ts';
import { parseBlock } from './blocks/parse-block.ts';
import { parseBlocks } from './blocks/parse-blocks.ts';
import type { ParseState } from './blocks/parse-state.ts';
import { createSectionIds } from './blocks/section-id.ts';
import type { InlineDocument } from './inline/inline-document.ts';
import { createInlineReader } from './inline/inline-reader.ts';
import { removeTokens } from './inline/protected-texts.ts';
import { createReferences } from './inline/reference-targets.ts';
import { createOutput } from './render/block-output.ts';
import { renderBlocks } from './render/render-blocks.ts';
import { createAttributes } from './source/document-attributes.ts';
import { createIncludes } from './source/include-files.ts';
import { createLineReader } from './source/line-reader.ts';
import { findNonPageReason } from './source/non-page-reason.ts';
import { getPageAttributes } from './source/page-attributes.ts';
import { createSourceLines } from './source/source-lines.ts';

/**
 * Reads AsciiDoc as described in Asciidoctor's language reference. The site provides the attributes of its configuration, the files that are
 * included, and the targets of references. Without a site, includes become links. If a condition depends on other attributes, all of its branches are
 * kept. https://docs.asciidoctor.org/asciidoc/latest/
 */
export const readAsciidoc: FrontEnd = (text, context) => {
  const skipReason = context && findNonPageReason(context, text);
  return skipReason === undefined ? readText(text, context) : { markdown: '', warnings: [], skipped: skipReason };
};

function readText(text: string, context: ReadContext | undefined): DocumentReading {
  const source = removeTokens(text).split('\n');
  const writer = createMarkdownWriter();
  const attributes = createAttributes();
  const references = createReferences();
  const warnedMessages = new Set<string>();
  const warn = (line: number, message: string, kind?: Warning['kind']) => {
    // A text may be read several times, but each problem must be reported only once.
    const cause = kind === undefined ? `${line} ${message}` : message;
    if (!warnedMessages.has(cause)) writer.warn(Math.floor(line), message, kind);
    warnedMessages.add(cause);
  };
  for (const [name, value] of context?.site?.attributes(context.path) ?? []) attributes.set(name, value, 0);
  const inline = createInlineReader(attributes, references, createResolve(context, warn));
  const lines = createSourceLines(source, attributes, warn, context && createIncludes(context, attributes, warn));
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
  renderBlocks(blocks, createOutput(writer), { inline, attributes, alerts: context?.alerts === true });
  const title = header.length > 0 ? undefined : (attributes.get('doctitle') ?? attributes.get('title'));
  const frontMatter = getPageAttributes(attributes, (text) => inline.plain(text, source.length));
  const reading = writer.reading({
    head: frontMatter,
    ...(title ? { title: inline.plain(title, source.length) } : {}),
  });
  return { ...reading, lines: reading.lines?.map(Math.floor) ?? [] };
}

/** Returns a function that resolves references by the rules of the site, and warns about broken references. */
function createResolve(
  context: ReadContext | undefined,
  warn: (line: number, message: string, kind?: Warning['kind']) => void,
): InlineDocument['resolve'] {
  const { path, site } = context ?? {};
  if (path === undefined || !site) return undefined;
  const hasAddress = site.pageUrl(path) !== undefined;
  return (target, line) => {
    // A target that contains an undefined attribute cannot be resolved.
    if (/\{[\w-]+\}/.test(target)) return {};
    const reference = site.resolve(path, { kind: 'xref', target });
    const isUnknown = reference.url === undefined && reference.problem === undefined;
    // Outside of Antora, a reference is the path of a file.
    const resolvedTarget = isUnknown && !/[:$@]/.test(target) ? site.resolve(path, { kind: 'url', target }) : reference;
    if (resolvedTarget.problem !== undefined) warn(line, `broken link: ${resolvedTarget.problem}`, 'link');
    // If the site has no base URL, a link that is not broken is left as written.
    return resolvedTarget.url !== undefined || resolvedTarget.problem !== undefined || hasAddress
      ? resolvedTarget
      : { ...resolvedTarget, url: target };
  };
}
