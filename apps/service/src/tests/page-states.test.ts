import { gzipSync } from 'node:zlib';
import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { PORTAL_PAGE_KINDS } from '../areas/docs/portal-frame.ts';
import { ERROR_STATES } from '../platform/pages/pages.fixture.ts';
import {
  ALL_STATES,
  describeState,
  listPageRoutes,
  openPageWorld,
  PAGE_STATES,
  visitState,
} from '../testing/page-world.fixture.ts';

/** Maximum compressed size of a page with its files, in bytes. */
const MAX_PAGE_BYTES = 30 * 1_024;
const MAX_STYLES_BYTES = 15 * 1_024;
const MAX_REQUESTS = 4;

/** The first state of each page and form, and some other states. In the soak tier, all states. */
const SELECTED_STATES = [
  ...new Set([
    ...ALL_STATES.filter(({ route }, index) => ALL_STATES.findIndex((each) => each.route === route) === index),
    ...sampleCases(ALL_STATES, 4),
  ]),
];

const getSize = (text: string): number => gzipSync(text).byteLength;
/** Paths of the files that a page loads. */
const listFiles = (text: string): string[] =>
  [...text.matchAll(/<(?:link(?! rel="(?:alternate|canonical)")|script|img)\b[^>]*? (?:href|src)="([^"]+)"/g)].map(
    ([, path = '']) => path,
  );

describe('every page', () => {
  it('every page, every form target and every kind of portal page has a state in the pages.fixture.ts of its area', async () => {
    const routes = (await listPageRoutes()).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const coveredRoutes = new Set<string>(PAGE_STATES.map(({ route }) => route));
    expect([...coveredRoutes].toSorted()).toEqual([...new Set(routes)].toSorted());
    expect(new Set(ALL_STATES.map(describeState)).size).toBe(ALL_STATES.length);
    const kinds = new Set(PAGE_STATES.map(({ kind }) => kind).filter((kind) => kind !== undefined));
    expect([...kinds].toSorted()).toEqual([...PORTAL_PAGE_KINDS].toSorted());
    expect(ERROR_STATES.every(({ route }) => !routes.includes(route))).toBe(true);
  });

  it.each(SELECTED_STATES.map((state) => [describeState(state), state] as const))(
    'the page %s has its status and text without scripts, cannot be framed, is cached only if it is published, and is small',
    async (_name, state) => {
      const openedWorld = await openPageWorld(state.reach);
      const { visit, first, page } = await visitState(openedWorld, state);
      if (state.status === 502) expect(openedWorld.reported.splice(0)).toHaveLength(1);
      expect([page.status, page.text]).toEqual([state.status ?? 200, expect.stringContaining(state.shows)]);
      expect(page.text.match(/<h1>/g)).toHaveLength(1);
      expect(/<body class="portal" data-kind="([^"]*)"/.exec(page.text)?.[1]).toBe(state.kind);
      for (const { headers } of [first, page]) {
        const isPublished = state.route.includes(' /p/') && state.visitor === 'anonymous' && headers.has('etag');
        expect(headers.get('cache-control')).toBe(isPublished ? 'public, no-cache' : 'no-store');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
      }
      expect(page.headers.get('x-frame-options')).toBe('DENY');
      expect(page.headers.get('referrer-policy')).toBe('same-origin');
      expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
      const policy = page.headers.get('content-security-policy') ?? '';
      for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]) {
        expect(policy).toContain(part);
      }
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(page.text).not.toMatch(/ style=|<style|<script(?![^>]* src=)| on\w+="/);

      const files = [...new Set(listFiles(page.text))];
      const images = files.filter((path) => !/\.(?:css|js)$/.test(path));
      expect(files.length - images.length + 1).toBeLessThanOrEqual(MAX_REQUESTS);
      const loadedPages = await Promise.all(files.map((path) => visit.open(path)));
      for (const { status, headers } of loadedPages) {
        expect([status, headers.get('cache-control')]).toEqual([200, expect.stringContaining('immutable')]);
      }
      const styles = loadedPages.find(({ headers }) => headers.get('content-type')?.startsWith('text/css'));
      expect(getSize(styles?.text ?? '')).toBeLessThan(MAX_STYLES_BYTES);
      const total = [page, ...loadedPages].reduce((bytes, { text }) => bytes + getSize(text), 0);
      // The page of all components is for developers only.
      if (!state.route.endsWith('/dev/components')) expect(total).toBeLessThan(MAX_PAGE_BYTES);
    },
  );

  it('the navigation marks the page, or the section that contains the page', async () => {
    const { createVisit } = await openPageWorld();
    const visit = await createVisit('owner');
    const listMarks = async (path: string) =>
      [...(await visit.open(path)).text.matchAll(/<a href="([^"]+)" aria-current="(\w+)"/g)].map(([, ...mark]) => mark);
    expect(await listMarks('/account')).toEqual([['/account', 'page']]);
    expect(await listMarks('/account/keys')).toEqual([['/account/keys', 'page']]);
    expect(await listMarks('/projects/octo-api/docs/new')).toEqual([['/projects/octo-api/docs', 'true']]);
    expect(await listMarks('/projects/octo-api')).toEqual([]);
  });

  it('a command keeps its text, and its words do not break at hyphens', async () => {
    const { createVisit } = await openPageWorld();
    const { text } = await (await createVisit('newcomer')).open('/projects');
    const words = ['context-sync-service', 'create-project', 'my-api', '--owner'].map((word) => `<span>${word}</span>`);
    expect(text).toContain(`<code>${words.join(' ')} new@example.com</code>`);
  });
});
