import type { FrontEnd, Reading } from '@context-sync/reading';
import { createMarkdownWriter } from '@context-sync/reading';
import { writeBlocks } from './blocks.ts';
import { generatedReason } from './generated-page.ts';
import { mainContent } from './main-content.ts';
import type { HtmlLine } from './markdown-lines.ts';
import { createPage } from './page.ts';
import { pageTitle } from './page-title.ts';
import { parseDocument } from './parse-document.ts';

/**
 * Reads an HTML page: its main content, without navigation, scripts, controls and hidden elements. Parses malformed HTML as browsers do and
 * keeps its text.
 */
export const readHtml: FrontEnd = (text, context) => {
  const skipped = context && generatedReason(context.path, text);
  const repeated = context?.site?.repeatedTexts(context.path);
  return skipped === undefined ? read(text, false, repeated) : { markdown: '', warnings: [], skipped };
};

/** Reads an HTML fragment of another document. Its headings become bold text. */
export const readHtmlFragment: FrontEnd = (text) => read(text, true);

function read(text: string, isFragment: boolean, repeated?: ReadonlySet<string>): Reading {
  const tree = parseDocument(text);
  const page = createPage(writeBlocks, isFragment);
  for (const element of mainContent(tree.root, tree.title, repeated)) page.render(element.children);
  const writer = createMarkdownWriter();
  for (const { text: line, from } of trimTrailingRules(page.out.lines())) writer.raw(line, from);
  for (const { line, message } of tree.warnings) writer.warn(line, message);
  const title = pageTitle(tree.title, text, tree.root);
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
