import { createMarkdownWriter } from '../reading/markdown-writer.ts';
import type { FrontEnd, Reading } from '../reading/reading.ts';
import { writeBlocks } from './blocks.ts';
import { mainContent } from './main-content.ts';
import type { Line } from './markdown-lines.ts';
import { createPage } from './page.ts';
import { parseDocument } from './parse-document.ts';

/**
 * Reads a page of HTML: its main content, without navigation, scripts, controls and what is hidden. Broken HTML is read as browsers do, and
 * keeps its text.
 */
export const readHtml: FrontEnd = (text) => read(text, false);

/** Reads a piece of HTML that is part of another document: its headings become bold type. */
export const readHtmlPart: FrontEnd = (text) => read(text, true);

function read(text: string, isPart: boolean): Reading {
  const tree = parseDocument(text);
  const page = createPage(writeBlocks, isPart);
  for (const element of mainContent(tree.root)) page.render(element.children);
  const writer = createMarkdownWriter();
  for (const { text: line, from } of withoutLastRules(page.out.lines())) writer.raw(line, from);
  for (const { line, message } of tree.warnings) writer.warn(line, message);
  const title = tree.title?.replaceAll(/\s+/g, ' ').trim();
  return writer.reading({
    ...(title ? { title } : {}),
    ...(page.out.isEmpty() ? { skipped: 'it has no text' } : {}),
  });
}

/** A rule at the end parts nothing. */
function withoutLastRules(lines: readonly Line[]): readonly Line[] {
  let end = lines.length;
  while (end > 0 && (lines[end - 1]?.text === '---' || lines[end - 1]?.text === '')) end -= 1;
  return lines.slice(0, end);
}
