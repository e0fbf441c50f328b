import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { createApp } from '../app.ts';
import { listen, SERVER_TIMEOUTS } from '../platform/connections/listen.ts';
import { closeAfterFile } from './close-after-file.fixture.ts';
import { installDebianPackage } from './debian-package.fixture.ts';
import { openService } from './service.fixture.ts';

/** Where Debian and others install Chromium. */
const PATHS = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chromium-browser'].map(
  (name) => `/usr/bin/${name}`,
);
const INSTALL = 'apt-get install chromium-headless-shell, or set CHROMIUM_PATH to the program of a Chromium';
const executablePath = findBrowser() ?? installBrowser();

/** Whether tests of pages can run. In CI, a missing browser is a failure. */
export const hasBrowser = executablePath !== undefined || process.env.CI === 'true';
if (!hasBrowser) process.stderr.write(`tests in a browser are skipped: ${INSTALL}\n`);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

function findBrowser(): string | undefined {
  return process.env.CHROMIUM_PATH ?? PATHS.find((path) => existsSync(path));
}

/** Installs the browser if the tests run as root on Debian. */
function installBrowser(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  try {
    installDebianPackage('chromium-headless-shell', 'Chromium');
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
  }
  return findBrowser();
}

/** The browser that all tests of a file share, because it starts slowly. */
let launched: Promise<Browser> | undefined;

function launch(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(`tests of pages need Chromium: ${INSTALL}`);
  launched ??= chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  closeAfterFile.add(async () => {
    const closing = launched;
    launched = undefined;
    await (await closing)?.close();
  });
  return launched;
}

export const WIDTHS = [320, 768, 1_280] as const;
export const COLOR_SCHEMES = ['light', 'dark'] as const;

/** Starts the service with its pages, and opens a browser. The test fails if a page breaks its own policy or a script fails. */
export async function openPages({ javaScript = true }: { readonly javaScript?: boolean } = {}) {
  const service = await openService();
  const app = createApp(service.store, (error) => service.reported.push(error), {
    parsers: service.parsers,
    development: true,
    requestDeadline: 600_000,
    rateLimits: { signIn: { requests: 1_000, window: 1 } },
  });
  const handle = (request: Request, bindings: unknown) => app.fetch(request, bindings as object);
  const listening = await listen(handle, { host: '127.0.0.1', port: 0, limits: SERVER_TIMEOUTS });
  const context = await (await launch()).newContext({ javaScriptEnabled: javaScript, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d|status of 503/.test(message.text()))
      problems.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    await listening.close(1_000);
    expect(problems, 'problems in the browser').toEqual([]);
  });
  return { ...service, page, context, url: `http://localhost:${listening.port}` };
}

/** The part of axe's result that the tests read. */
interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Returns the accessibility problems that axe finds in a page, as `rule: element`. */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Returns by how many pixels a page is wider than its window. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  ) as Promise<number>;
}
