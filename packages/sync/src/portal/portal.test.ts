import { InvalidRequestError, NetworkError, RateLimitedError, ServerError, TimeoutError } from '@context-sync/core';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { Crash } from '../apply/fake-platform.fixture.ts';
import { createSeededRandom } from '../seeded-random.fixture.ts';
import type { FakePortal, PortalFate } from './fake-portal.fixture.ts';
import { createPage, createPortal, PortalHarness } from './portal-harness.fixture.ts';
import { findPortalLoss, type PortalChange } from './portal-plan.ts';
import type { WantedPortal } from './wanted-portal.ts';

const describeChanges = (changes: readonly PortalChange[] = []) =>
  changes.map((change) => {
    const from = change.kind === 'move' ? ` from ${change.before?.path}` : '';
    const reason = change.kind === 'conflict' ? ` ${change.reason}` : '';
    return `${change.kind} ${change.what} ${change.path}${from}${reason}`;
  });
const getTexts = ({ portal }: PortalHarness) =>
  Object.fromEntries([...portal.pages].sort().map(([path, { markdown }]) => [path, markdown]));

describe('publishing a portal', () => {
  it('a push creates, updates, moves and deletes portal pages, and the second push sends nothing', async () => {
    const harness = new PortalHarness();
    const { portal } = harness;
    const first = await harness.publish(createPortal({ index: 'I', a: 'A', b: 'B', old: 'O' }, { 'i.png': 'image' }));
    expect(describeChanges(first.result?.portal?.done)).toEqual([
      'create file i.png',
      'create page a',
      'create page b',
      'create page index',
      'create page old',
    ]);
    expect(portal.writes).toEqual(['put file i.png', 'batch +a +b +index +old', 'settings']);
    const wantedPortal = createPortal({ index: 'I2', 'guides/a': 'A', b: 'B' }, { 'j.png': 'image' });
    portal.writes = [];
    const second = await harness.publish(wantedPortal);
    expect(describeChanges(second.plan.changes)).toEqual([
      'move page guides/a from a',
      'delete file i.png',
      'update page index',
      'create file j.png',
      'delete page old',
    ]);
    expect(portal.writes).toEqual([
      'put file j.png',
      'batch +guides/a +index',
      'settings',
      'batch -old',
      'delete file i.png',
    ]);
    expect([getTexts(harness), portal.former.get('a'), portal.former.get('old')]).toEqual([
      { b: 'B', 'guides/a': 'A', index: 'I2' },
      'guides/a',
      null,
    ]);
    const state = await harness.store.state();
    expect([state?.meta.portal, state?.meta.synced]).toMatchObject([{ pages: 3, files: 1 }, { commit: 'c' }]);
    const before = [portal.requests, harness.store.messages.length];
    expect((await harness.publish(wantedPortal)).result).toBeUndefined();
    expect([portal.requests, harness.store.messages.length]).toEqual(before);
    expect(portal.violations).toEqual([]);
  });

  it('a push never changes portal pages that people or another repository have written', async () => {
    const harness = new PortalHarness();
    const { portal } = harness;
    portal.edit('a', 'by a person');
    portal.files.set('i.png', { sha256: 'x', isByPeople: true });
    portal.settings.navigation = [{ title: 'Mine', path: 'a' }];
    const first = await harness.publish(createPortal({ a: 'A', b: 'B', c: 'C' }, { 'i.png': 'image' }));
    expect(describeChanges(first.plan.changes)).toEqual([
      'conflict page a exists',
      'create page b',
      'create page c',
      'conflict file i.png exists',
    ]);
    expect([first.plan.navigation?.kind, first.result?.end]).toEqual(['conflict', 'incomplete']);
    portal.edit('b', 'edited');
    portal.edit('c', 'edited');
    const second = await harness.publish({ ...createPortal({ b: 'B2' }), navigation: null });
    expect(describeChanges(second.plan.changes)).toEqual(['conflict page b changed', 'conflict page c changed']);
    expect(getTexts(harness)).toEqual({ a: 'by a person', b: 'edited', c: 'edited' });
    expect([portal.settings.navigation, portal.violations]).toEqual([[{ title: 'Mine', path: 'a' }], []]);
    portal.pages.delete('b');
    portal.pages.delete('c');
    const third = await harness.publish({ ...createPortal({ b: 'B2' }), navigation: null });
    expect([describeChanges(third.plan.changes), third.result?.end]).toEqual([['create page b'], 'complete']);
  });

  it('a push plans again if a portal page is changed between the plan and the batch', async () => {
    const harness = new PortalHarness();
    const { portal } = harness;
    await harness.publish(createPortal({ a: 'A', b: 'B' }));
    let isEdited = false;
    portal.pause = async () => {
      if (isEdited || (await harness.store.state())?.meta.portal?.by === undefined) return;
      isEdited = true;
      portal.edit('a', 'edited');
    };
    const { plan, result } = await harness.publish(createPortal({ a: 'A2', b: 'B2' }));
    expect(describeChanges(plan.changes)).toEqual(['conflict page a changed', 'update page b']);
    expect([getTexts(harness), result?.end, portal.violations]).toEqual([{ a: 'edited', b: 'B2' }, 'incomplete', []]);
  });

  it('a push publishes the other pages if the platform rejects one page of a batch', async () => {
    const harness = new PortalHarness();
    harness.portal.rejects = (line) => line.path === 'c';
    const { result } = await harness.publish(createPortal({ a: 'A', b: 'B', c: 'C', d: 'D' }));
    expect([Object.keys(getTexts(harness)), result?.portal?.failures.map(({ path }) => path), result?.end]).toEqual([
      ['a', 'b', 'd'],
      ['c'],
      'incomplete',
    ]);
    expect(harness.portal.settings.navigation?.map(({ path }) => path)).toEqual(['a', 'b', 'd']);
    expect(harness.portal.violations).toEqual([]);
  });

  const manyPages = (count: number) =>
    createPortal(Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, 'text'])));
  const listBatchSizes = ({ writes }: FakePortal) =>
    writes.filter((write) => write.startsWith('batch')).map((write) => write.split(' ').length - 1);
  const details = { request: 'POST batch', outcomeUnknown: false };

  it.each([
    ['413', new InvalidRequestError('too large', { ...details, status: 413 })],
    ['429', new RateLimitedError('too many requests', { ...details, status: 429 })],
    ['503', new ServerError('busy', { ...details, status: 503 })],
  ])(
    'a push sends smaller batches after a batch has failed with %s, and publishes every page',
    async (_name, error) => {
      const harness = new PortalHarness();
      const { portal } = harness;
      portal.refuses = (pages) => (pages > 20 ? error : undefined);
      const { result } = await harness.publish(manyPages(60));
      expect([result?.end, result?.portal?.failures]).toEqual(['complete', []]);
      // 50 and 25 pages are refused. Each batch that is stored lets the next one have one page more.
      expect(listBatchSizes(portal)).toEqual([12, 13, 14, 15, 6]);
      expect([portal.pages.size, portal.violations]).toEqual([60, []]);
      portal.writes = [];
      await harness.publish(manyPages(60));
      expect(portal.writes).toEqual([]);
    },
  );

  it.each([
    ['a timeout', new TimeoutError('timed out', { ...details, outcomeUnknown: true })],
    ['a cut connection', new NetworkError('the connection was lost', { ...details, outcomeUnknown: true })],
  ])('a batch with an unknown outcome after %s is not sent again by the same push', async (_name, error) => {
    const harness = new PortalHarness();
    const { portal } = harness;
    portal.refuses = (pages) => (pages > 20 ? error : undefined);
    const { result } = await harness.publish(manyPages(60));
    expect(result?.portal?.failures).toHaveLength(50);
    expect(listBatchSizes(portal)).toEqual([10]);
    // The next push begins with small batches.
    expect((await harness.publish(manyPages(60))).result?.end).toBe('complete');
    expect([portal.pages.size, portal.violations]).toEqual([60, []]);
  });

  it('a push sends smaller batches after a batch that took 10 seconds, in which the service postpones pages', async () => {
    const harness = new PortalHarness();
    const { portal } = harness;
    portal.refuses = (pages) => {
      harness.now += pages * 250;
      return undefined;
    };
    await harness.publish(manyPages(150));
    expect(listBatchSizes(portal)).toEqual([50, 25, 26, 27, 22]);
  });

  it('a push stops after five batches in a row have failed, and the next push publishes the pages', async () => {
    const harness = new PortalHarness();
    const { portal } = harness;
    portal.refuses = () => new ServerError('busy', { ...details, status: 503 });
    const { result } = await harness.publish(manyPages(60));
    expect([result?.end, portal.pages.size]).toEqual(['stopped', 0]);
    portal.refuses = () => undefined;
    expect((await harness.publish(manyPages(60))).result?.end).toBe('complete');
    expect([portal.pages.size, portal.violations]).toEqual([60, []]);
  });

  it('a push sends more than 50 pages in several batches, and deletes pages after it has changed the navigation', async () => {
    const harness = new PortalHarness();
    const pages = (prefix: string) =>
      createPortal(
        Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`${prefix}${index}`, `${prefix}${index}`])),
      );
    await harness.publish(pages('a'));
    const { plan } = await harness.publish(pages('b'));
    expect(findPortalLoss(plan)).toEqual({ losing: 120, of: 120 });
    const sizes = harness.portal.writes.map((write) => write.split(' ').length - 1);
    expect(sizes).toEqual([50, 50, 20, 0, 50, 50, 20, 0, 50, 50, 20]);
    expect([harness.portal.pages.size, harness.portal.violations]).toEqual([120, []]);
  });

  it('a push sets the title and the navigation only if people have not set them, and keeps the other settings', async () => {
    const harness = new PortalHarness();
    harness.portal.settings.published = true;
    const wantedPortal = { ...createPortal({ a: 'A' }), title: 'Pets' };
    const { result } = await harness.publish(wantedPortal);
    expect([harness.portal.settings, result?.portal?.published]).toEqual([
      { title: 'Pets', navigation: [{ title: 'a', path: 'a' }], published: true },
      true,
    ]);
    harness.portal.settings.title = 'By a person';
    await harness.publish({ ...wantedPortal, navigation: null });
    expect(harness.portal.settings).toMatchObject({ title: 'By a person', navigation: null });
  });

  it('a push that cannot set the title warns, and sets the navigation', async () => {
    const harness = new PortalHarness();
    harness.portal.rejectsTitles = true;
    const wantedPortal = { ...createPortal({ a: 'A' }), title: 'Pets' };
    const message = expect.stringMatching(/^the title was not set to "Pets", .*: the title is invalid$/);
    const { result } = await harness.publish(wantedPortal);
    expect(result?.portal).toMatchObject({ failures: [], warnings: [{ path: undefined, message }] });
    expect(harness.portal.settings).toMatchObject({ title: null, navigation: [{ title: 'a', path: 'a' }] });
    const nextRun = await harness.publish({ ...wantedPortal, pages: [createPage('a', 'New')] });
    expect(nextRun.result?.portal).toMatchObject({ failures: [], warnings: [{ path: undefined, message }] });
  });

  it('a run without a portal deletes exactly the pages that earlier runs have published', async () => {
    const harness = new PortalHarness();
    harness.portal.edit('by-people', 'x');
    await harness.publish(createPortal({ a: 'A', b: 'B' }, { i: 'i' }));
    await harness.publish(undefined);
    expect([getTexts(harness), harness.portal.files.size, harness.portal.settings.navigation]).toEqual([
      { 'by-people': 'x' },
      0,
      null,
    ]);
    expect((await harness.store.state())?.meta.portal).toMatchObject({ pages: 0, files: 0 });
  });

  it('a run that reads the platform detects portal pages that were changed or deleted there', async () => {
    const harness = new PortalHarness();
    const wantedPortal = createPortal({ a: 'A', b: 'B', c: 'C' });
    await harness.publish(wantedPortal);
    harness.portal.pages.delete('a');
    harness.portal.edit('b', 'edited');
    const { plan } = await harness.publish(wantedPortal, { verify: true });
    expect(describeChanges(plan.changes)).toEqual(['create page a', 'conflict page b changed']);
  });

  it.each([
    ['of the same document', { path: 'new', text: 'changed' }, { path: 'old', text: 'text', file: 'docs/new.md' }],
    ['with the same text and other links', { path: 'b/x', text: '[a](/b/a)' }, { path: 'a/x', text: '[a](/a/a)' }],
    [
      'with the same title and file name',
      { path: 'b/x', text: 'new', title: 'T' },
      { path: 'a/x', text: 'old', title: 'T' },
    ],
  ])('a page %s at another path is a move', async (_name, now, before) => {
    const harness = new PortalHarness();
    const create = ({
      path,
      text,
      title = 'T',
      file = `docs/${path}.md`,
    }: {
      path: string;
      text: string;
      title?: string;
      file?: string;
    }) => ({
      ...createPortal({}),
      pages: [createPage(path, text, { title, file })],
    });
    await harness.publish(create(before));
    const { plan } = await harness.publish(create(now));
    expect(describeChanges(plan.changes)).toEqual([`move page ${now.path} from ${before.path}`]);
  });
});

const FATES: PortalFate[] = ['completed', 'completed', 'completed', 'completed', 'lost-before', 'lost-after', 'late'];
const PATHS = ['index', 'a', 'b', 'guides/a', 'guides/b', 'c'];

function createRandomPortal(drawBelow: (limit: number) => number): WantedPortal {
  const chosenPaths = PATHS.filter(() => drawBelow(3) > 0);
  const files = ['i.png', 'j.png'].filter(() => drawBelow(2) > 0);
  return createPortal(
    Object.fromEntries(chosenPaths.map((path) => [path, `${path} ${drawBelow(3)}`])),
    Object.fromEntries(files.map((path) => [path, `blob ${drawBelow(2)}`])),
  );
}

/** Checks that the portal contains the pages of the repository and the pages that people have written. */
function checkEnd(
  harness: PortalHarness,
  wantedPortal: WantedPortal,
  people: ReadonlyMap<string, string>,
  note: string,
): void {
  const { portal } = harness;
  expect(portal.violations, note).toEqual([]);
  const expected = new Map(wantedPortal.pages.map(({ path, markdown }) => [path, markdown]));
  for (const [path, markdown] of people) expected.set(path, markdown);
  expect(getTexts(harness), note).toEqual(Object.fromEntries([...expected].sort()));
  expect([...portal.files.keys()].sort(), note).toEqual(wantedPortal.files.map(({ path }) => path).sort());
  const navigation = wantedPortal.navigation?.map(({ path }) => path);
  expect(
    portal.settings.navigation?.map(({ path }) => path),
    note,
  ).toEqual(navigation);
}

describe('faults while a portal is published', () => {
  it('crashes, lost and late requests, and edits of people in any order neither lose nor duplicate nor overwrite anything', async () => {
    for (let seed = 1; seed <= selectByTier(150, 3_000); seed += 1) {
      const harness = new PortalHarness();
      const { portal, store } = harness;
      const next = createSeededRandom(seed);
      const drawBelow = (limit: number) => Math.floor(next() * limit);
      let wantedPortal = createRandomPortal(drawBelow);
      let date = 0;
      for (let push = 0; push < 6; push += 1) {
        if (drawBelow(2) === 0) wantedPortal = createRandomPortal(drawBelow);
        if (drawBelow(4) === 0) portal.edit(PATHS[drawBelow(PATHS.length)] ?? '', `person ${push}`);
        let life = drawBelow(25);
        const tick = () => {
          life -= 1;
          if (life < 0) throw new Crash();
          if (drawBelow(10) === 0) portal.arrive();
        };
        store.beforeWrite = tick;
        portal.beforeRequest = tick;
        portal.fate = () => FATES[drawBelow(FATES.length)] ?? 'completed';
        const isLeaseOver = drawBelow(2) === 0;
        date += isLeaseOver ? 200_000 : 5_000;
        // No request arrives after the lease of its run has ended.
        if (isLeaseOver) portal.arrive();
        await harness.publish(wantedPortal, { date, commit: `c${push}` }).catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error;
        });
      }
      store.beforeWrite = () => undefined;
      portal.beforeRequest = () => undefined;
      portal.fate = () => 'completed';
      portal.arrive();
      await harness.publish(wantedPortal, { date: date + 10_000, commit: 'c9' });
      await harness.publish(wantedPortal, { date: date + 300_000, commit: 'c9' });
      const people = new Map(
        [...portal.pages].flatMap(([path, page]) => (page.isByPeople ? [[path, page.markdown] as const] : [])),
      );
      checkEnd(harness, wantedPortal, people, `seed ${seed}`);
      const writes = portal.writes.length;
      await harness.publish(wantedPortal, { date: date + 600_000, commit: 'c9' });
      expect(portal.writes.length, `seed ${seed}`).toBe(writes);
    }
  });

  it('a run that is killed at any request or write is repaired by the next push', async () => {
    const before = createPortal({ index: 'I', a: 'A', b: 'B', old: 'O' }, { 'i.png': '1', 'k.png': '1' });
    const after = createPortal({ index: 'I2', 'guides/a': 'A', b: 'B2', c: 'C' }, { 'i.png': '2', 'j.png': '1' });
    for (const fate of ['lost-before', 'lost-after'] as const) {
      for (let life = 0; ; life += 1) {
        const harness = new PortalHarness();
        const { portal, store } = harness;
        await harness.publish(before, { commit: 'c1' });
        let ticks = 0;
        const tick = () => {
          ticks += 1;
          if (ticks > life + 1) throw new Crash();
        };
        store.beforeWrite = tick;
        portal.beforeRequest = tick;
        portal.fate = () => (ticks > life ? fate : 'completed');
        const isKilled = await harness.publish(after, { commit: 'c2' }).then(
          () => ticks > life,
          (error: unknown) => {
            if (!(error instanceof Crash)) throw error;
            return true;
          },
        );
        store.beforeWrite = () => undefined;
        portal.beforeRequest = () => undefined;
        portal.fate = () => 'completed';
        await harness.publish(after, { commit: 'c2' });
        checkEnd(harness, after, new Map(), `${fate} after ${life}`);
        expect(portal.former.get('a'), `${fate} after ${life}`).toBe('guides/a');
        if (!isKilled) break;
        expect(life).toBeLessThan(100);
      }
    }
  });

  it('two runs that race for the same or another commit leave the portal of the last push', async () => {
    for (let seed = 1; seed <= selectByTier(60, 1_000); seed += 1) {
      const harness = new PortalHarness();
      const { portal, store } = harness;
      const next = createSeededRandom(seed);
      const drawBelow = (limit: number) => Math.floor(next() * limit);
      await harness.publish(createRandomPortal(drawBelow), { commit: 'c1' });
      const wantedPortal = createRandomPortal(drawBelow);
      const pause = async () => {
        for (let turn = drawBelow(8); turn > 0; turn -= 1) await Promise.resolve();
      };
      store.pause = pause;
      portal.pause = pause;
      await Promise.all([
        harness.publish(wantedPortal, { date: 5_000_000, commit: 'c2' }),
        harness.publish(wantedPortal, { date: 5_000_000, commit: 'c2' }),
      ]);
      await harness.publish(wantedPortal, { date: 5_001_000, commit: 'c2' });
      checkEnd(harness, wantedPortal, new Map(), `seed ${seed}`);
    }
  });
});
