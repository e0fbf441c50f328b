// This program takes the pictures of the documentation. It runs the shipped action against the service and a GitHub
// emulator, and renders the output of the action in Chromium.
// Usage: npm run pictures [-- --chromium=/usr/bin/chromium]
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type PageContent, renderGitHubPage, type Theme } from './github-page.ts';
import { recordRun } from './record-run.ts';

/**
 * Types of the few functions that this script uses from packages that are installed only in this folder. With these
 * types, the type checker does not need the packages.
 */
interface Page {
  setContent(html: string): Promise<void>;
  locator(selector: string): { screenshot(options: { path: string }): Promise<unknown> };
}
interface Browser {
  newPage(options: object): Promise<Page>;
  close(): Promise<void>;
}
interface Packages {
  readonly 'playwright-core': { chromium: { launch(options: object): Promise<Browser> } };
  readonly micromark: { micromark(markdown: string, options: object): string };
  readonly 'micromark-extension-gfm': { gfm(): object; gfmHtml(): object };
}
const load = async <Name extends keyof Packages>(name: Name) => (await import(name)) as Packages[Name];

const { values } = parseArgs({ options: { chromium: { type: 'string', default: '/usr/bin/chromium' } } });
const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const THEMES: readonly Theme[] = ['light', 'dark'];

const { micromark } = await load('micromark');
const { gfm, gfmHtml } = await load('micromark-extension-gfm');
const toHtml = (markdown: string) =>
  micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });

const { comment, summary } = await recordRun();
const pictures: Readonly<Record<string, PageContent>> = {
  comment: { html: toHtml(comment), header: '<b>github-actions</b> <span>bot</span> commented' },
  summary: { html: toHtml(summary), header: '<b>sync</b> summary' },
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
    for (const [name, content] of Object.entries(pictures)) {
      await page.setContent(renderGitHubPage(content, theme));
      const path = `${folder}${name}-${theme}.png`;
      await page.locator('body').screenshot({ path });
      process.stdout.write(`${path}\n`);
    }
  }
} finally {
  await browser.close();
}
