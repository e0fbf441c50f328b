import type { Format } from '@context-sync/formats';
import {
  convertCodeBlocks,
  convertDiagramShortcodes,
  convertIndentedAdmonitions,
  convertMdcComponents,
  convertMyst,
  convertSlashBlocks,
  convertWikiLinks,
  dedentColumns,
  expandMarkdown,
  getLines,
  readFrontMatter,
  removeAuthorComments,
  removeFrontMatter,
  sliceLines,
} from '@context-sync/formats';
import { getFormatName } from '@context-sync/formats/extensions';
import type { Site, Warning } from '@context-sync/reading';
import {
  type Fault,
  type FrontMatter,
  getPageName,
  isPartPath,
  mergeFrontMatter,
  NO_FRONT_MATTER,
} from '@context-sync/reading';
import type { ResolveLink } from '../rewrite/link-edits.ts';
import type { ParsedPage } from './markdown-page.ts';
import { parsePage } from './parse-page.ts';

/** Text of a document in which include directives are replaced by the included files. */
export interface ExpandedText {
  readonly text: string;
  /** Line number in the document, counted from 1, for each line of the text. */
  readonly lines: readonly number[];
}

/** A page, its metadata and its warnings. */
export interface ReadDocument {
  readonly page: ParsedPage;
  /** Front matter of the document. `end` is a line of the page. */
  readonly head: FrontMatter;
  /** Maps a line of the page (from 0) to a line of the document (from 1). */
  readonly sourceLine: (line: number) => number;
  readonly skipped?: string;
  readonly warnings: readonly Warning[];
  /** The expanded text, for Markdown that includes other files. */
  readonly expanded?: ExpandedText;
}

/**
 * Reads a document of any format into a page. `text` must be normalized.
 * @param alerts whether admonitions become GitHub alerts instead of text with a bold label
 */
export function readDocument(
  format: Format,
  path: string,
  text: string,
  target: ResolveLink | undefined,
  site?: Site,
  alerts = false,
): ReadDocument {
  const fallback = () => site?.navigationTitle(path) ?? getPageName(path);
  const containers: [from: number, to: number][] = [];
  const commonOptions = { path, fallback, target, alerts, containers };
  if (!('read' in format)) {
    const mdx = format.kind === 'mdx';
    const context = { path, ...(site === undefined ? {} : { site }) };
    const expandedText = expandMarkdown(text, context, mdx);
    const isMyst = site?.attributes(path).get('myst') === 'true';
    const visibleText = mdx ? expandedText.text : convertWikiLinks(removeAuthorComments(expandedText.text, isMyst));
    const markdown = mdx ? visibleText : convertMyst(convertDiagramShortcodes(visibleText), context);
    const lines = getLines(
      convertCodeBlocks(
        convertIndentedAdmonitions(
          convertSlashBlocks(dedentColumns(convertMdcComponents(markdown))),
          alerts ? containers : [],
        ),
      ),
    );
    const frontMatterBlock = readFrontMatter(lines);
    const page = parsePage(lines, {
      ...commonOptions,
      mdx,
      isHandwritten: true,
      from: frontMatterBlock.end,
      title: frontMatterBlock.title,
      wholeLevel: undefined,
      resumed: undefined,
    });
    const { lines: from } = expandedText;
    const isPart = isPartPath(path) && site?.isIncluded(path) === true;
    return {
      page,
      ...(isPart ? { skipped: 'it is a part that other pages include' } : {}),
      head: frontMatterBlock,
      sourceLine: (line) => from?.[Math.min(line, from.length - 1)] ?? Math.min(line + 1, lines.count),
      warnings: [...createFaultWarnings(frontMatterBlock.fault), ...expandedText.warnings],
      ...(from ? { expanded: { text: expandedText.text, lines: from } } : {}),
    };
  }
  const document = format.kind === 'text' ? removeFrontMatter(text) : { head: NO_FRONT_MATTER, text };
  const reading = format.read(document.text, { path, alerts, ...(site === undefined ? {} : { site }) });
  const { markdown, lines: from, title, wholeLevel, resumed, skipped, headLines = 0 } = reading;
  const lines = getLines(markdown.isWellFormed() ? markdown : markdown.toWellFormed());
  const getSourceLine = (line: number) => from?.[Math.min(line, from.length - 1)] ?? line + 1;
  const innerFrontMatter =
    headLines > 0 ? removeFrontMatter(sliceLines(lines, 0, headLines)).head : (reading.head ?? NO_FRONT_MATTER);
  const mergedFrontMatter = mergeFrontMatter(document.head, innerFrontMatter);
  const page = parsePage(lines, {
    ...commonOptions,
    fallback: () => title ?? fallback(),
    mdx: false,
    // Authors write the Markdown of notebooks by hand, whereas the Markdown of other formats is the result of a conversion.
    isHandwritten: getFormatName(path) === 'notebook',
    from: mergedFrontMatter.end,
    title: mergedFrontMatter.title,
    wholeLevel,
    resumed,
  });
  const faultInFile = innerFrontMatter.fault && {
    ...innerFrontMatter.fault,
    line: getSourceLine(innerFrontMatter.fault.line - 1),
  };
  const warnings = [...createFaultWarnings(document.head.fault ?? faultInFile), ...reading.warnings];
  return {
    page,
    head: mergedFrontMatter,
    sourceLine: getSourceLine,
    warnings,
    ...(skipped === undefined ? {} : { skipped }),
  };
}

function createFaultWarnings(fault: Fault | undefined): Warning[] {
  return fault ? [{ ...fault, kind: 'front-matter', message: `invalid front matter: ${fault.message}` }] : [];
}
