// This program creates the pictures of the documentation. It runs the shipped action against the service and a GitHub
// emulator, and renders the output of the action and of the service in Chromium.
// Usage: npm run pictures [-- --chromium=/usr/bin/chromium]
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  getChangedFile,
  type PageContent,
  renderAnswer,
  renderDiff,
  renderGitHubPage,
  type Theme,
} from './github-page.ts';
import { recordRun } from './record-run.ts';
import { CHANGED_DOCS, EDITED_DOCS } from './sample-docs.ts';

/**
 * Types of the few functions that this script uses from packages that are installed only in this folder. With these
 * types, the type checker does not need the packages.
 */
interface Page {
  setContent(html: string): Promise<void>;
  locator(selector: string): { screenshot(): Promise<Uint8Array> };
}
interface Browser {
  newPage(options: object): Promise<Page>;
  close(): Promise<void>;
}
interface Packages {
  readonly 'playwright-core': { chromium: { launch(options: object): Promise<Browser> } };
  readonly sharp: { default(input: Uint8Array): { png(options: object): { toFile(path: string): Promise<unknown> } } };
  readonly micromark: { micromark(markdown: string, options: object): string };
  readonly 'micromark-extension-gfm': { gfm(): object; gfmHtml(): object };
}
const load = async <Name extends keyof Packages>(name: Name) => (await import(name)) as Packages[Name];

const { values } = parseArgs({ options: { chromium: { type: 'string', default: '/usr/bin/chromium' } } });
const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const THEMES: readonly Theme[] = ['light', 'dark'];

const { micromark } = await load('micromark');
const { default: sharp } = await load('sharp');
const { gfm, gfmHtml } = await load('micromark-extension-gfm');
const toHtml = (markdown: string) =>
  micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });

/** The question in the picture that shows an edit, its plan, and the search result after the edit. */
const QUESTION = 'How many requests may each API key send per minute?';
/** The response up to the line that answers the question. */
const ANSWER_LINES = 13;

const { comment, summary } = await recordRun(CHANGED_DOCS, QUESTION);
const edit = await recordRun(EDITED_DOCS, QUESTION);
const bot = '<b>github-actions</b> <span>bot</span> commented';
const answer = edit.answer.split('\n').slice(0, ANSWER_LINES).join('\n');
const pictures: Readonly<Record<string, readonly PageContent[]>> = {
  comment: [{ html: toHtml(comment), header: bot }],
  summary: [{ html: toHtml(summary), header: '<b>sync</b> summary' }],
  edit: [
    { html: renderDiff(edit.diff), header: `<b>1. Edit</b> ${getChangedFile(edit.diff)}` },
    // The reader sees the differences without a click.
    {
      html: toHtml(edit.comment.replaceAll('<details>', '<details open>')),
      header: `<b>2. Plan on the pull request</b> · ${bot}`,
    },
    {
      html: renderAnswer(answer),
      header: `<b>3. After the merge, what an assistant gets</b> · search_context: “${QUESTION}”`,
    },
  ],
};

mkdirSync(folder, { recursive: true });
const { chromium } = await load('playwright-core');
const browser = await chromium.launch({ executablePath: values.chromium, args: ['--no-sandbox'] });
try {
  for (const theme of THEMES) {
    const page = await browser.newPage({
      viewport: { width: 880, height: 600 },
      deviceScaleFactor: 2,
      colorScheme: theme,
    });
    for (const [name, contents] of Object.entries(pictures)) {
      await page.setContent(renderGitHubPage(contents, theme));
      const path = `${folder}${name}-${theme}.png`;
      const picture = await page.locator('body').screenshot();
      // A palette makes the files a third as large; the pictures have few colors.
      await sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toFile(path);
      process.stdout.write(`${path}\n`);
    }
  }
} finally {
  await browser.close();
}
