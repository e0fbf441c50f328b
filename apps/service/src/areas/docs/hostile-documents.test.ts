import { sampleCases, selectByTier, selectSoakCases } from '@context-sync/test-tier';
import fc from 'fast-check';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, openPages } from '../../testing/chromium.fixture.ts';
import { OWN_PROJECT, projectPath } from '../../testing/service.fixture.ts';
import { FLOODS, HOSTILE_MARKUP } from './hostile-documents.fixture.ts';
import { createRenderingJobs } from './rendering-jobs.ts';

const RENDERER = createRenderingJobs();

const ALLOWED_SCHEMES = /^(?:https?:|mailto:|tel:|#|\/|$)/i;

/** Returns the unsafe elements and attributes in a page, which a sanitized page must not contain. */
function findDangers(html: string): string[] {
  const tags = [...html.matchAll(/<([a-z][^\s>/]*)((?:[^>"]|"[^"]*")*)>/gi)];
  return tags.flatMap(([, name = '', attributes = '']) => {
    const unsafeElements =
      /^(?:script|style|iframe|object|embed|form|svg|math|base|meta|link|template|noscript|button|textarea)$/i.test(
        name,
      )
        ? [name]
        : [];
    for (const [, attribute = '', value = ''] of attributes.matchAll(/\s([^\s="]+)(?:="([^"]*)")?/g)) {
      if (/^(?:on.*|style|srcdoc|formaction|action|xlink:href|ping|target)$/i.test(attribute))
        unsafeElements.push(attribute);
      if (/^(?:href|src|cite|poster|data|background)$/i.test(attribute)) {
        const address = value.replaceAll('\u{E000}', '').replaceAll(/[\s\0]/g, '');
        if (!ALLOWED_SCHEMES.test(address)) unsafeElements.push(`${attribute}=${value}`);
      }
      const isOwnName = /^user-content-/.test(value);
      // Ids of headings have no prefix. The ids of the layout contain a dot, which no heading can have.
      const isHeadingId = attribute === 'id' && /^[\p{L}\p{N}\p{M}\p{Pc}_-]*$/u.test(value);
      if (/^(?:id|name)$/.test(attribute) && !isOwnName && !isHeadingId) unsafeElements.push(`${attribute}=${value}`);
    }
    return unsafeElements;
  });
}

/**
 * Opens each of the published pages in a browser, and checks that it shows the document, runs no script of the document and loads nothing from other
 * sites except images.
 */
async function checkPublishedPages(context: BrowserContext, url: string, paths: readonly string[]): Promise<void> {
  const page = await context.newPage();
  // Images of other sites are blocked, so that the test needs no network. They fail as for a reader without a network.
  const ran: string[] = [];
  const foreignRequests: string[] = [];
  await page.route(
    (address) => address.origin !== url,
    (route) => {
      // Pages may show images of other sites. Nothing else may be requested from another site.
      const request = route.request();
      if (request.resourceType() !== 'image')
        foreignRequests.push(`${page.url()}: ${request.resourceType()} ${request.url()}`);
      return route.abort();
    },
  );
  // The sanitizer alone is sufficient: the policy of the page blocks nothing except images over HTTP.
  page.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy/i.test(text) && !/img-src/.test(text)) ran.push(`${page.url()}: ${text}`);
  });
  page.on('dialog', (dialog) => {
    ran.push(`${page.url()}: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  await page.addInitScript('window.hit = () => { window.wasHit = true }');
  for (const path of paths) {
    const response = await page.goto(`${url}/p/${OWN_PROJECT}/${path}`);
    expect([path, response?.status()]).toEqual([path, 200]);
    const [wasHit, links] = (await page.evaluate(
      `[window.wasHit === true, [...document.querySelectorAll('article a')].map((link) => link.protocol)]`,
    )) as [boolean, string[]];
    expect([path, wasHit, links.filter((protocol) => !/^(?:https?|mailto|tel)?:$/.test(protocol))]).toEqual([
      path,
      false,
      [],
    ]);
    expect(new URL(page.url()).pathname).toBe(`/p/${OWN_PROJECT}/${path}`);
    expect(await page.locator('h1').textContent()).toBe(path.toUpperCase());
  }
  expect(ran).toEqual([]);
  expect(foreignRequests).toEqual([]);
  await context.close();
}

const fragment = fc.oneof(
  fc.constantFrom(...HOSTILE_MARKUP),
  fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '`',
    '\n',
    '\n\n',
    '> ',
    '- ',
    '| a |\n| - |\n',
    '```html\n',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
  ),
  fc.constantFrom(
    '<svg>',
    '</svg>',
    '<math>',
    '<style>',
    '</style>',
    '<p>',
    '</p>',
    '<table>',
    '<td>',
    '<a href=',
    '<img src=',
    '[x](',
  ),
  fc.constantFrom(
    'javascript:',
    'data:text/html,',
    ' onerror=hit() ',
    ' style=x ',
    ' id=location ',
    ' name=cookie ',
    '&#106;',
    '\0',
  ),
  fc.string({ maxLength: 8 }),
);

describe('hostile documents', () => {
  it('no rendered hostile document contains scripts, external resources or deceptive elements', () => {
    for (const markdown of [...HOSTILE_MARKUP, ...selectSoakCases(...FLOODS)]) {
      expect([markdown, findDangers(RENDERER.render({ path: 'a', title: 'A', markdown }).html)]).toEqual([
        markdown,
        [],
      ]);
    }
  });

  it('no document that combines parts of hostile documents renders as unsafe HTML', () => {
    fc.assert(
      fc.property(fc.array(fragment, { minLength: 1, maxLength: 8 }), (parts) => {
        expect(findDangers(RENDERER.render({ path: 'a', title: 'A', markdown: parts.join('') }).html)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('the check finds the unsafe elements of a document that is rendered without sanitizing', () => {
    const dangers = [
      '<p onclick="a">',
      '<a href="javascript:a">',
      '<script>',
      '<p style="a">',
      '<p id="portal.content">',
    ];
    expect(dangers.filter((html) => findDangers(html).length === 0)).toEqual([]);
  });

  it.skipIf(!hasBrowser)(
    'no hostile document runs a script in a browser, with the policy of the page and without it, and each document is shown',
    async () => {
      const { context: own, url, sendRequest } = await openPages();
      const lines = [...HOSTILE_MARKUP, ...selectSoakCases(...FLOODS)].map((markdown, index) => ({
        path: `p${index}`,
        title: `P${index}`,
        markdown: `${markdown}\n\nend of ${index}`,
      }));
      const { status } = await sendRequest('POST', projectPath('/docs/pages-batch'), {
        text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
        headers: { 'content-type': 'application/x-ndjson' },
      });
      await sendRequest('PUT', projectPath('/docs/settings'), { json: { published: true } });
      expect(status).toBe(201);
      const paths = sampleCases(lines, 15).map(({ path }) => path);
      // The Content-Security-Policy of the page blocks all scripts. Without it, the check shows whether the sanitizer alone is sufficient.
      for (const bypassCSP of [false, true]) {
        const context = await own.browser()?.newContext({ bypassCSP });
        if (!context) throw new Error('the browser was closed');
        await checkPublishedPages(context, url, paths);
      }
    },
    selectByTier(240_000, 900_000),
  );
});
