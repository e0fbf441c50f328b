// This program measures how many letters of the documents no item contains, and how many letters the items have per letter
// of the documents. It compares the items with text extractions that do not use the chunker's parsers.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chunk } from '../../../packages/chunker/build/index.js';
import { parseConfig } from '../../../packages/formats/build/index.js';
import {
  extractOpenapiTexts,
  extractRstWords,
  measureLostLetters,
  measureLostTexts,
  type TextLoss,
} from '../../../packages/reading/build/testing/text-loss.js';
import { indexSite } from '../../../packages/site/build/index.js';
import { exitWithUsageError, readProgramOptions, selectByName } from '../../../scripts/program-options.ts';
import { createTextExtractor, readNotebookCells } from './markdown-texts.ts';

/** The maximum percentage of letters that may be missing in the items. */
const MAX_LOST_PERCENT = 0.5;
/** The maximum number of missing words to print. */
const MAX_LISTED_WORDS = 10;

/**
 * The sets whose Markdown is not compared, because the extraction does not support extensions of Python-Markdown, raw
 * HTML, and pages with programs that generate text.
 */
const SKIPPED_MARKDOWN_SETS = new Set(['mkdocs-fastapi', 'mkdocs-material', 'mdx-nextra']);

const textOfMarkdown = await createTextExtractor();
/** Returns the contents of items without the first line, which is the breadcrumb. */
const getBodies = (contents: readonly string[]) =>
  contents.map((content) => content.slice(content.indexOf('\n'))).join('\n');

/** For each file extension, a function that compares the text of a document with the contents of its items. */
const COMPARISONS: readonly (readonly [
  RegExp,
  (path: string, text: string, contents: readonly string[]) => TextLoss,
])[] = [
  [/\.rst$/, (_path, text, contents) => measureLostLetters(extractRstWords(text), getBodies(contents))],
  [/\.mdx?$/, (_path, text, contents) => measureLostLetters(textOfMarkdown(text), contents.join('\n'))],
  [
    /\.ipynb$/,
    (_path, text, contents) => {
      const { markdown, code } = readNotebookCells(text);
      return measureLostLetters(`${textOfMarkdown(markdown)}\n${code}`, contents.join('\n'));
    },
  ],
  [
    /\.(?:ya?ml|json)$/,
    (path, text, contents) => measureLostTexts(extractOpenapiTexts(parseConfig(path, text)), getBodies(contents)),
  ],
];

const { values } = readProgramOptions({
  data: { type: 'string', default: '../shared/data' },
  only: { type: 'string' },
  show: { type: 'boolean' },
});
// The set `openapi-digitalocean` is skipped, because most of its references are to files that it does not contain.
const folders = globSync(join(values.data, 'formats/*/')).filter(
  (folder) => basename(folder) !== 'openapi-digitalocean',
);
if (folders.length === 0) exitWithUsageError(`--data: ${values.data} has no folder "formats" with sets of documents.`);
let comparedLetters = 0;
process.stdout.write('set                        letters   lost  percent  length ÷ reference\n');
for (const folder of selectByName('--only', values.only, folders.sort(), basename)) {
  const name = basename(folder);
  const { letters, lost, words, written } = computeLoss(folder);
  if (letters === 0) continue;
  comparedLetters += letters;
  const percent = (100 * lost) / letters;
  if (percent > MAX_LOST_PERCENT) process.exitCode = 1;
  process.stdout.write(
    `${name.padEnd(24)} ${String(letters).padStart(9)} ${String(lost).padStart(6)}  ${percent.toFixed(2).padStart(7)}  ${formatRatio(written, letters)}\n`,
  );
  if (values.show)
    for (const text of words.slice(0, MAX_LISTED_WORDS))
      process.stdout.write(`  ${JSON.stringify(text.slice(0, 150))}\n`);
}
if (comparedLetters === 0) exitWithUsageError('The selected sets have no documents whose text can be compared.');

/** Text loss, and the number of letters in the items; 0 if the reference does not contain all texts of the documents. */
interface ItemLetters extends TextLoss {
  readonly written: number;
}

function formatRatio(written: number, letters: number): string {
  return written === 0 ? '–' : (written / letters).toFixed(3);
}

function countLetters(markdown: string): number {
  return textOfMarkdown(markdown).match(/\p{L}/gu)?.length ?? 0;
}

function computeLoss(folder: string): ItemLetters {
  const paths = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.replace(/\/?$/, '/').length));
  const readText = (path: string) => readFileSync(join(folder, path), 'utf8');
  const site = indexSite({ paths: new Set(paths), read: readText });
  const totalLoss = { letters: 0, lost: 0, words: [] as string[], written: 0 };
  for (const path of paths) {
    const compare = COMPARISONS.find(([extension]) => extension.test(path))?.[1];
    if (!compare || (/\.mdx?$/.test(path) && SKIPPED_MARKDOWN_SETS.has(basename(folder)))) continue;
    const text = readText(path);
    const { items } = chunk({ path, text }, { site });
    if (items.length === 0) continue;
    const contents = items.map(({ content }) => content);
    const { letters, lost, words } = compare(path, text, contents);
    // The reference of OpenAPI documents contains only descriptions.
    if (!/\.(?:ya?ml|json)$/.test(path)) totalLoss.written += countLetters(getBodies(contents));
    totalLoss.letters += letters;
    totalLoss.lost += lost;
    totalLoss.words.push(...words);
  }
  return totalLoss;
}
