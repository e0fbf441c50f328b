import { Parser } from 'htmlparser2';

/** Elements whose text is not part of the page's content. */
const SKIPPED_TAGS = new Set(['button', 'iframe', 'nav', 'script', 'style', 'svg', 'title']);
/** Classes of links and line numbers that belong only to the layout. */
const SKIPPED_CLASSES = /(?:^|\s)(?:headerlink|lineno|permalink|summary|ttc|viewcode-link)(?:\s|$)/;

/** Returns the text nodes of the element that `isContent` selects. Uses a different HTML parser than the code under test. */
export function extractHtmlTexts(
  html: string,
  isContent: (name: string, attributes: Readonly<Record<string, string>>) => boolean,
): string[] {
  const texts: string[] = [];
  const openElements: ('content' | 'skipped' | 'other')[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const isSkipped = SKIPPED_TAGS.has(name) || SKIPPED_CLASSES.test(attributes.class ?? '');
      openElements.push(isSkipped ? 'skipped' : isContent(name, attributes) ? 'content' : 'other');
    },
    onclosetag: () => openElements.pop(),
    ontext(text) {
      if (openElements.includes('content') && !openElements.includes('skipped')) texts.push(...text.split('\n'));
    },
  });
  parser.end(html);
  return texts;
}

/** Returns the percentage of the letters in `texts` that are missing in the Markdown. */
export function measureLoss(texts: readonly string[], markdown: string): { percent: number; missing: string[] } {
  const writtenCounts = getLetters(markdown.replaceAll('<br>', ' ').replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
  const filledTexts = texts.filter((text) => getLetters(text).length > 1);
  const missingTexts = filledTexts.filter((text) => !writtenCounts.includes(getLetters(text)));
  const count = (each: readonly string[]) => each.reduce((sum, text) => sum + getLetters(text).length, 0);
  return { percent: (100 * count(missingTexts)) / Math.max(count(filledTexts), 1), missing: missingTexts };
}

function getLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
