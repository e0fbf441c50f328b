import { getLineEnd, getLineStart, getLines, normalize, sliceLines } from '@context-sync/formats';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { type ChunkOptions, type Chunks, chunk } from './chunk.ts';
import { type GeneratedDocument, generateDocument } from './generated-document.fixture.ts';
import { hostileText } from './hostile-text.fixture.ts';
import { brokenEnds, getBody, itemProblems } from './item-problems.fixture.ts';
import { scan } from './scan/scan-blocks.ts';
import { FENCE, getStart, HEADING } from './scan/scanned-blocks.ts';

const ADDRESS: ChunkOptions = { address: { siteUrl: 'https://docs.example.com', root: 'docs' } };
const TARGETS = [200, 1_000, 2_500, 8_000];
const WAYS = TARGETS.flatMap((targetSize) => [
  [`a target of ${targetSize}`, { targetSize }, false] as const,
  [`a target of ${targetSize} and an address`, { targetSize, ...ADDRESS }, true] as const,
]);
/** Maximum length of a block that stays in one item with its lead-in, regardless of the text around them. */
const WHOLE = 5_000;

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const visibleWords = (text: string) => text.match(/\bw\d+\b/g) ?? [];
const getBodies = ({ items }: Chunks) => items.map(({ content }) => getBody(content));

/** Returns a message for each word, heading, lead-in or block of the document that chunking lost or split. */
function losses({ words, headings, wholes, leadIns }: GeneratedDocument, chunks: Chunks, targetSize: number): string[] {
  const bodies = getBodies(chunks);
  const problems: string[] = [];
  const itemIndexes = new Map<string, number>();
  bodies.forEach((body, at) => {
    for (const word of visibleWords(body)) if (!itemIndexes.has(word)) itemIndexes.set(word, at);
  });
  // Table headers are repeated; apart from that, every word occurs once and in order.
  const itemWords = [...itemIndexes.keys()];
  const lostCount = words.findIndex((word, at) => itemWords[at] !== word);
  if (lostCount >= 0 || itemWords.length !== words.length)
    problems.push(`words: ${words[lostCount]} is ${itemWords[lostCount]}`);
  for (const [word, heading] of headings) {
    const content = chunks.items[itemIndexes.get(word) ?? 0]?.content ?? '';
    if (!new RegExp(`\\b${heading}\\b`).test(content)) problems.push(`${word} without its heading ${heading}`);
  }
  const open = leadIns.filter(
    (word) => bodies[itemIndexes.get(word) ?? 0]?.trimEnd().match(/(w\d+):?\**$/)?.[1] === word,
  );
  if (open.length > 0) problems.push(`lead-ins at the end: ${open}`);
  for (const wholeBlock of wholes) {
    const body = bodies[itemIndexes.get(visibleWords(wholeBlock)[0] ?? '') ?? 0];
    // The chunker splits a long paragraph after sentences.
    const limit = /^w\d/.test(wholeBlock) ? Math.min(WHOLE, targetSize * 1.5) : WHOLE;
    if (wholeBlock.length <= limit && !body?.includes(wholeBlock.trimEnd()))
      problems.push(`not whole: ${wholeBlock.slice(0, 60)}`);
  }
  if (/\bx\d/.test(bodies.join('\n'))) problems.push('what is not for readers');
  return problems;
}

describe.each(WAYS)('chunk on generated documents with %s', (_name, options, hasAddress) => {
  it.each([
    ['Markdown', false],
    ['MDX', true],
  ])('respects all limits and loses no content of generated %s documents', (_format, mdx) => {
    for (const seed of seeds(selectByTier(3, 80))) {
      const document = generateDocument(seed, mdx);
      const chunks = chunk(document, options);
      const faults = itemProblems(document.path, document.text, chunks, hasAddress);
      // With the URL of the site, the chunker rewrites relative links, so the blocks cannot be compared with their source.
      const comparedDocument = hasAddress ? { ...document, wholes: [] } : document;
      expect(
        [...faults, ...brokenEnds(chunks, mdx), ...losses(comparedDocument, chunks, options.targetSize)],
        `seed ${seed}`,
      ).toEqual([]);
    }
  });
});

describe('chunk on documents that need no rewriting', () => {
  const NAME = String.raw`(?:h\d+(?: h\d+)*|Same|\x60Same\x60|Options)(?: ##| \x60code\x60| \{#an-id\}| :tada:)? *`;
  const HEADING_LINE = new RegExp(`^(?:#{1,6} )?${NAME}$|^-{3}$|^={3}$`);
  const isHeading = (line: string) => HEADING_LINE.test(line);
  /** Returns the line without the marks of a heading, because a heading with nothing under it becomes plain text. */
  const removeMarks = (line: string) => line.replace(/^#{1,6} /, '').replace(/ (?:##|\{#an-id\}) *$/, '');
  const isName = (line: string) => /^- (?:h\d|Same|Options|code|…)/.test(line);
  const linesIn = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

  it.each(TARGETS)('returns every line of a document for target size %i', (targetSize) => {
    for (const seed of seeds(selectByTier(3, 80))) {
      const document = generateDocument(seed, false, true);
      const chunks = chunk(document, { targetSize });
      const wantedLines = linesIn(normalize(document.text));
      const givenLines = getBodies(chunks)
        .flatMap(linesIn)
        .filter((line) => !isName(line));
      const text = (line: string) => !isHeading(line);
      // At a small target size, long paragraphs are split after sentences.
      const normalizeLines = (lines: readonly string[]) =>
        targetSize < 1_000 ? lines.filter(text).join(' ').replaceAll(/\s+/g, ' ') : lines.filter(text);
      expect(normalizeLines(givenLines), `seed ${seed}`).toEqual(normalizeLines(wantedLines));
      // A heading is either in front of its own text or only in a breadcrumb.
      const headings = givenLines.filter(isHeading).map(removeMarks);
      let at = 0;
      for (const line of wantedLines.filter(isHeading)) if (removeMarks(line) === headings[at]) at += 1;
      expect(headings.slice(at), `seed ${seed}`).toEqual([]);
      const contents = chunks.items.map(({ content }) => content).join('\n');
      const names = wantedLines.filter(isHeading).flatMap((line) => line.match(/\bh\d+\b/g) ?? []);
      expect(
        names.filter((name) => !new RegExp(`\\b${name}\\b`).test(contents)),
        `seed ${seed}`,
      ).toEqual([]);
    }
  });

  it('reports the source lines of each item', () => {
    for (const seed of seeds(selectByTier(3, 80))) {
      const document = generateDocument(seed, false, true);
      const lines = normalize(document.text).split('\n');
      for (const {
        content,
        lines: [first, last],
      } of chunk(document).items) {
        // The chunker adds section names and separates texts by one blank line, so the comparison ignores such differences.
        const read = (text: string) =>
          text
            .split('\n')
            .filter((line) => !isName(line))
            .map((line) => (/^[-=]{3}$/.test(line) ? '' : isHeading(line) ? removeMarks(line) : line))
            .join('\n')
            .replaceAll(/\n(?:[ \t]*\n)+/g, '\n\n')
            .trimEnd();
        expect(read(getBody(content)), `seed ${seed}`).toBe(read(lines.slice(first - 1, last).join('\n')));
      }
    }
  });

  it('returns the same items for repeated calls', () => {
    for (const seed of seeds(20)) {
      const document = generateDocument(seed);
      expect(chunk(document, ADDRESS)).toEqual(chunk(document, ADDRESS));
    }
  });
});

describe('chunk on random mixtures of Markdown syntax', () => {
  const WAYS_OF_TWO = WAYS.filter(([, { targetSize }]) => targetSize === 200 || targetSize === 2_500);

  it.each(WAYS_OF_TWO)('respects all limits for random Markdown syntax with %s', (_name, options, hasAddress) => {
    for (const seed of seeds(selectByTier(2, 150))) {
      for (const path of ['docs/page.md', 'docs/page.mdx']) {
        const text = hostileText(seed, true);
        const chunks = chunk({ path, text }, options);
        // The chunker leaves out an anchor that makes a source URL too long.
        const faults = itemProblems(path, text, chunks, hasAddress).filter((fault) => !fault.startsWith('address'));
        expect(faults, `seed ${seed}`).toEqual([]);
      }
    }
  });

  it.each(WAYS_OF_TWO)('loses no word of random Markdown syntax with %s', (_name, options) => {
    for (const seed of seeds(selectByTier(2, 150))) {
      const text = `begins ${hostileText(seed, false)}`;
      const chunks = chunk({ path: 'docs/page.md', text }, options);
      const itemWords = new Set(getBodies(chunks).flatMap(visibleWords));
      const otherWords = wordsThatMayGo(text);
      expect(
        visibleWords(normalize(text)).filter((word) => !itemWords.has(word) && !otherWords.has(word)),
        `seed ${seed}`,
      ).toEqual([]);
      const order = [...itemWords].filter((word) => !otherWords.has(word)).map((word) => Number(word.slice(1)));
      expect(order, `seed ${seed}`).toEqual(order.toSorted((a, b) => a - b));
    }
  });

  /**
   * Returns words that may be missing in the bodies of items: words of headings, which may occur only in breadcrumbs, and words of info strings that are too
   * long to be repeated.
   */
  function wordsThatMayGo(text: string): Set<string> {
    const lines = getLines(normalize(text));
    const blocks = scan(lines, 0, { mdx: false });
    return new Set(
      blocks.kinds.flatMap((kind, index) => {
        const start = getStart(blocks, index);
        if (kind === HEADING) return visibleWords(sliceLines(lines, start, blocks.ends[index] ?? 0));
        return kind === FENCE
          ? visibleWords(lines.text.slice(getLineStart(lines, start), getLineEnd(lines, start)))
          : [];
      }),
    );
  }
});
