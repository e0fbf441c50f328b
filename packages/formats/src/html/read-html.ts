import type { DocumentReading, FrontEnd } from '@context-sync/reading';
import { createMarkdownWriter } from '@context-sync/reading';
import { findGeneratedReason } from './generated-page.ts';
import { createPage } from './html-page.ts';
import { mainContent } from './main-content.ts';
import type { HtmlLine } from './markdown-lines.ts';
import { getPageTitle } from './page-title.ts';
import { parseDocument } from './parse-document.ts';
import { writeBlocks } from './write-blocks.ts';

/**
 * Reads an HTML page: its main content, without navigation, scripts, controls and hidden elements. Parses malformed HTML as browsers do and keeps its
 * text.
 */
export const readHtml: FrontEnd = (text, context) => {
  const skipReason = context && findGeneratedReason(context.path, text);
  const repeatedTexts = context?.site?.repeatedTexts(context.path);
  return skipReason === undefined
    ? readPage(text, { isFragment: false, alerts: context?.alerts === true }, repeatedTexts)
    : { markdown: '', warnings: [], skipped: skipReason };
};

/** Reads an HTML fragment of another document. Its headings become bold text. */
export const readHtmlFragment: FrontEnd = (text) => readPage(text, { isFragment: true, alerts: false });

function readPage(
  text: string,
  { isFragment, alerts }: { readonly isFragment: boolean; readonly alerts: boolean },
  repeatedBlocks?: ReadonlySet<string>,
): DocumentReading {
  const tree = parseDocument(text);
  const page = createPage(writeBlocks, isFragment, alerts);
  for (const element of mainContent(tree.root, tree.title, repeatedBlocks)) page.render(element.children);
  const writer = createMarkdownWriter();
  for (const { text: line, from } of trimTrailingRules(page.out.lines())) writer.raw(line, from);
  for (const { line, message } of tree.warnings) writer.warn(line, message);
  const title = getPageTitle(tree.title, text, tree.root);
  return writer.reading({
    ...(title ? { title } : {}),
    ...(page.out.isEmpty() ? { skipped: 'it has no text' } : {}),
  });
}

/** Removes thematic breaks at the end, where they separate nothing. */
function trimTrailingRules(lines: readonly HtmlLine[]): readonly HtmlLine[] {
  let end = lines.length;
  while (end > 0 && (lines[end - 1]?.text === '---' || lines[end - 1]?.text === '')) end -= 1;
  return lines.slice(0, end);
}
