import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { closeAfterFile } from './close-after-file.fixture.ts';
import { installDebianPackage } from './debian-package.fixture.ts';
import type { PageState } from './page-state.fixture.ts';
import { findForm, getPath, isForm, openPageWorld } from './page-world.fixture.ts';

/** Paths at which Debian and other distributions install Chromium. */
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
let browserLaunch: Promise<Browser> | undefined;

function launch(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(`tests of pages need Chromium: ${INSTALL}`);
  browserLaunch ??= chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  closeAfterFile.add(async () => {
    const closing = browserLaunch;
    browserLaunch = undefined;
    await (await closing)?.close();
  });
  return browserLaunch;
}

/** Maximum number of presses of the Tab key in a test. */
const MAX_PRESSES = 100;
export const WIDTHS = [320, 768, 1_280] as const;
export const COLOR_SCHEMES = ['light', 'dark'] as const;

interface OpenOptions {
  readonly javaScript?: boolean;
  readonly reach?: PageState['reach'];
  /** Console errors that the test expects. */
  readonly expected?: RegExp;
}

/** Starts the service with its pages, and opens a browser. The test fails if a page violates its Content-Security-Policy or a script fails. */
export async function openPages({ javaScript = true, reach, expected = /^$/ }: OpenOptions = {}) {
  const openedWorld = await openPageWorld(reach);
  const context = await (await launch()).newContext({ javaScriptEnabled: javaScript, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    const isExpected = /status of 4\d\d|status of 50[23]/.test(text) || expected.test(text);
    if (message.type() === 'error' && !isExpected) problems.push(text);
  });
  onTestFinished(async () => {
    await context.close();
    expect(problems, 'problems in the browser').toEqual([]);
  });
  return { ...openedWorld, page, context };
}

export type OpenedPages = Awaited<ReturnType<typeof openPages>>;

/** Opens the page of a state in Chromium, and submits its form with only the keyboard. @returns the status of the page */
export async function openState(openedPages: OpenedPages, state: PageState): Promise<number> {
  const { page, context, url, world } = openedPages;
  const cookie = await openedPages.signIn(state.visitor ?? 'owner');
  if (cookie) await context.addCookies([{ ...cookie, url, sameSite: 'Lax', httpOnly: true }]);
  const response = await page.goto(url + (await getPath(state, world)));
  if (!isForm(state)) return response?.status() ?? 0;
  const fields = state.fields?.(world) ?? {};
  const { action } = findForm(state, { forms: await readActions(page) });
  for (const [name, { name: file, text }] of Object.entries(state.files ?? {})) {
    await page.setInputFiles(`input[name="${name}"]`, { name: file, mimeType: '', buffer: Buffer.from(text) });
  }
  await state.meanwhile?.(world);
  const responsePromise = page.waitForResponse(
    (each) => each.request().isNavigationRequest() && (each.status() < 300 || each.status() >= 400),
  );
  if (state.isForged) await forgeForm(page, action, fields);
  else await sendByKeyboard(page, action, fields);
  const status = (await responsePromise).status();
  await page.waitForLoadState();
  return status;
}

async function readActions(page: Page): Promise<Map<string, Record<string, string>>> {
  const actions = (await page.evaluate(
    `[...document.forms].map((form) => form.getAttribute('action'))`,
  )) as readonly string[];
  return new Map(actions.map((action) => [action, {}]));
}

/** Submits fields that the page does not contain, or values that the page does not offer. */
async function forgeForm(page: Page, action: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(`{
    const form = [...document.forms].at(-1);
    form.action = ${JSON.stringify(action)};
    for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
      form.querySelector('[name="' + name + '"]')?.remove();
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
    }
    form.noValidate = true;
    form.submit();
  }`);
}

interface FocusedControl {
  readonly tag: string;
  readonly name: string;
  readonly value: string;
  /** The texts of the options of a select field, by value. */
  readonly options: Readonly<Record<string, string>>;
}

/** Enters the fields of a form and sends it with its button, as a person without a mouse does. */
async function sendByKeyboard(page: Page, action: string, fields: Readonly<Record<string, string>>): Promise<void> {
  // The validation of the browser is turned off, because the service must validate the fields itself.
  await page.evaluate(`for (const form of document.forms) form.noValidate = true`);
  const remainingNames = new Set(Object.keys(fields));
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press('Tab');
    const control = (await page.evaluate(`(() => {
      const { form, tagName: tag, name, value, options = [], parentElement } = document.activeElement;
      const isInside = tag === 'SUMMARY' && [...parentElement.querySelectorAll('form')].some((each) => each.getAttribute('action') === ${JSON.stringify(action)});
      if (isInside) return { tag, name: '', value: '', options: {} };
      if (form?.getAttribute('action') !== ${JSON.stringify(action)}) return undefined;
      return { tag, name, value, options: Object.fromEntries([...options].map((each) => [each.value, each.text])) };
    })()`)) as FocusedControl | undefined;
    if (!control) continue;
    const { tag, name, value, options } = control;
    if (tag === 'SUMMARY') {
      await page.keyboard.press('Enter');
      continue;
    }
    const wantedValue = fields[name];
    if (tag === 'BUTTON') {
      if (wantedValue !== undefined && wantedValue !== value) continue;
      remainingNames.delete(name);
      expect([...remainingNames], 'fields that the keyboard does not reach').toEqual([]);
      await page.keyboard.press('Enter');
      return;
    }
    if (wantedValue === undefined) continue;
    if (tag === 'SELECT') await page.keyboard.type(options[wantedValue] ?? '');
    else {
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(wantedValue);
    }
    remainingNames.delete(name);
  }
  throw new Error(`the keyboard does not reach the button of ${action}`);
}

/** Returns the links, buttons and fields of a page that the keyboard does not reach, or whose focus is not visible. */
export async function findUnreachable(page: Page): Promise<string[]> {
  await page.evaluate(`{
    const isShown = (each) => each.checkVisibility({ visibilityProperty: true }) && each.type !== 'hidden' && !each.disabled;
    const all = document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]');
    window.unreached = new Set([...all].filter(isShown));
    window.withoutFocusRing = [];
    document.addEventListener('focusin', ({ target }) => {
      unreached.delete(target);
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      if (outlineStyle === 'none' || parseFloat(outlineWidth) < 1) withoutFocusRing.push(target);
    });
    document.activeElement.blur();
    getSelection().removeAllRanges();
  }`);
  const count = (await page.evaluate('unreached.size')) as number;
  for (let presses = 0; presses < count + 5; presses += 1) await page.keyboard.press('Tab');
  return (await page.evaluate(
    `[...unreached, ...withoutFocusRing].map((each) => each.outerHTML.slice(0, 200))`,
  )) as string[];
}

/** The properties of axe's result that the tests read. */
interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Returns the accessibility problems that axe finds in a page, as `rule: element`. @param rules default: all rules */
export async function findAccessibilityProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE);
  const options = rules ? { runOnly: rules } : {};
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/**
 * Returns the texts and controls of a page that are truncated or covered by others. Elements that scroll, such as a wide table, may be wider than their box.
 */
export async function findOverlaps(page: Page): Promise<string[]> {
  return (await page.evaluate(`(() => {
    const isShown = (each) => each.checkVisibility() && each.getClientRects().length > 0 && !each.closest('.hidden, .skip, .sr-only');
    const scrolls = (each) => {
      for (let box = each; box; box = box.parentElement)
        if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth) return true;
      return false;
    };
    const describe = (each) => each.outerHTML.slice(0, 160);
    const problems = [];
    const controls = [...document.querySelectorAll('main :is(a, button, input, select, textarea, label, h1, h2, h3, .badge), .top *')]
      .filter((each) => isShown(each) && each.type !== 'hidden');
    for (const each of controls) {
      const { left, right } = each.getBoundingClientRect();
      if (!scrolls(each) && (left < -1 || right > innerWidth + 1)) problems.push('outside of the window: ' + describe(each));
      if (each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline' && !/^(INPUT|TEXTAREA|SELECT)$/.test(each.tagName))
        problems.push('cut: ' + describe(each));
    }
    const boxes = controls.filter((each) => !each.closest('svg')).map((each) => [each, [...each.getClientRects()]]);
    for (const [index, [a, rectsOfA]] of boxes.entries()) {
      for (const [b, rectsOfB] of boxes.slice(index + 1)) {
        if (a.contains(b) || b.contains(a)) continue;
        const overlap = rectsOfA.some((one) => rectsOfB.some((other) =>
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1));
        if (overlap) problems.push('overlap: ' + describe(a) + ' and ' + describe(b));
      }
    }
    return problems;
  })()`)) as string[];
}

/** Folder for screenshots of all pages. By default, the tests take no screenshots. */
const { PAGE_PICTURES } = process.env;
export const hasPictures = PAGE_PICTURES !== undefined;

/** Takes screenshots of a page in every width and both color schemes, if a folder for screenshots is set. */
export async function savePictures(page: Page, name: string): Promise<void> {
  if (PAGE_PICTURES === undefined) return;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of COLOR_SCHEMES) {
      await page.emulateMedia({ colorScheme });
      const file = `${name.replaceAll(/[^\w]+/g, '-')}.${width}.${colorScheme}.png`;
      await page.evaluate(
        `document.activeElement.blur(); scrollTo(0, 0); for (const each of document.querySelectorAll('body *')) if (each.scrollLeft !== 0) each.scrollLeft = 0`,
      );
      await page.screenshot({ path: join(PAGE_PICTURES, file), fullPage: true });
    }
  }
}

/** Returns the number of pixels by which a page is wider than its window. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  ) as Promise<number>;
}
