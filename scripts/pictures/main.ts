// This program creates the pictures of the documentation. It runs the shipped action against the service and a GitHub
// emulator, and renders the output of the action and of the service, and pages of a docs portal, in Chromium.
// Usage: npm run pictures [-- --chromium=/usr/bin/chromium --portal-only]
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Cleanup } from '../../packages/testkit/src/index.ts';
import { exitWithUsageError, readProgramOptions } from '../program-options.ts';
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
import { startPortal } from './start-portal.ts';

/**
 * Types of the few functions that this script uses from packages that are installed only in this folder. With these
 * types, the type checker does not need the packages.
 */
interface Page {
  setContent(html: string): Promise<void>;
  goto(url: string): Promise<{ ok(): boolean } | null>;
  addStyleTag(options: { content: string }): Promise<unknown>;
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
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

/** Paths at which Debian installs Chromium. */
const CHROMIUM_PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const { values } = readProgramOptions({
  chromium: { type: 'string', default: CHROMIUM_PATHS.find((path) => existsSync(path)) ?? '/usr/bin/chromium' },
  'portal-only': { type: 'boolean' },
});
if (!existsSync(values.chromium))
  exitWithUsageError(`--chromium must be the path of Chromium (got "${values.chromium}", which does not exist).`);
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

/** Pages of the portal, by the names of their pictures. */
const PORTAL_PAGES = {
  'portal-page': '/explanation/how-chunking-works',
  'portal-operation': '/reference/create-key',
  'portal-search': '/search?q=golden+questions',
} as const;
const PORTAL_SIZE = { width: 1200, height: 750 };
/** Hides what differs in each run, such as `3 minutes ago` and the port of the local service. */
const HIDE_CHANGING_TEXTS = '.portal-end { visibility: hidden }';

/** Runs the action for the pictures of its output. @returns the contents of the pictures, by their names */
async function recordOutput(): Promise<Readonly<Record<string, readonly PageContent[]>>> {
  const { comment, summary } = await recordRun(CHANGED_DOCS, QUESTION);
  const edit = await recordRun(EDITED_DOCS, QUESTION);
  const bot = '<b>github-actions</b> <span>bot</span> commented';
  const answer = edit.answer.split('\n').slice(0, ANSWER_LINES).join('\n');
  return {
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
}

/** Saves a screenshot as a PNG with a palette, which makes the file a third as large; the pictures have few colors. */
async function save(screenshot: Uint8Array, name: string): Promise<void> {
  const path = `${folder}${name}.png`;
  await sharp(screenshot).png({ palette: true, quality: 90, effort: 10 }).toFile(path);
  process.stdout.write(`${path}\n`);
}

async function takeOutputPictures(browser: Browser): Promise<void> {
  const pictures = await recordOutput();
  for (const theme of THEMES) {
    const page = await browser.newPage({
      viewport: { width: 880, height: 600 },
      deviceScaleFactor: 2,
      colorScheme: theme,
    });
    for (const [name, contents] of Object.entries(pictures)) {
      await page.setContent(renderGitHubPage(contents, theme));
      await save(await page.locator('body').screenshot(), `${name}-${theme}`);
    }
    await page.close();
  }
}

async function takePortalPictures(browser: Browser): Promise<void> {
  const cleanup = new Cleanup();
  try {
    const portal = await startPortal(cleanup);
    for (const theme of THEMES) {
      const page = await browser.newPage({
        viewport: PORTAL_SIZE,
        deviceScaleFactor: 1.5,
        colorScheme: theme,
        // The portal forbids the style that this script adds.
        bypassCSP: true,
      });
      for (const [name, path] of Object.entries(PORTAL_PAGES)) {
        const response = await page.goto(portal + path);
        if (!response?.ok()) throw new Error(`the portal has no page ${path}`);
        await page.addStyleTag({ content: HIDE_CHANGING_TEXTS });
        await save(await page.screenshot(), `${name}-${theme}`);
      }
      await page.close();
    }
  } finally {
    await cleanup.close();
  }
}

mkdirSync(folder, { recursive: true });
const { chromium } = await load('playwright-core');
const browser = await chromium.launch({ executablePath: values.chromium, args: ['--no-sandbox'] });
try {
  if (!values['portal-only']) await takeOutputPictures(browser);
  await takePortalPictures(browser);
} finally {
  await browser.close();
}
