import { type Change, computePlanHash, type WantedItem } from '@context-sync/sync';
import { selectByTier, selectSoakCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { codeBlocks, findViolations } from '../report/gfm.fixture.ts';
import { NOT_OPENAPI_REASON } from '../report/log/finding-causes.ts';
import {
  create,
  createPlannedReport,
  deletion,
  item,
  many,
  plan,
  record,
  supersede,
  update,
} from '../report/report.fixture.ts';
import type { Report } from '../report/report-model.ts';
import type { Review } from '../review/review-model.ts';
import { isSameComment } from './comment-footer.ts';
import { readMarker } from './comment-marker.ts';
import { renderComment } from './render-comment.ts';

/** The size limit of a comment in characters. GitHub rejects comments with more than 65,536 characters. */
const LIMIT = 60_000;
const BASE = 'b'.repeat(40);
const RUN = { url: 'https://github.com/octo/api/actions/runs/7', time: new Date('2026-11-25T10:20:30Z') };

/** Returns a review in which the given files are changed. */
function createReview(changedPaths: readonly string[], more: Partial<Review> = {}): Review {
  const oldItems = new Map<string, Map<string, WantedItem>>();
  return {
    base: BASE,
    changedPaths: new Set(changedPaths),
    causes: new Map(),
    oldItems,
    oldWarnings: new Map(),
    ...more,
  };
}

/** Returns the old items of a document by key. */
function createOldItems(...items: readonly WantedItem[]): Map<string, WantedItem> {
  return new Map(items.map((each) => [each.key, each]));
}

describe('renderComment', () => {
  const changes = [
    create('docs/limits.md', item('Limits › Rate', '# Limits › Rate\n\nSixty a minute.\n', { lines: [3, 12] })),
    update('docs/limits.md', item('Limits › Size', 'Limits › Size\n\nTwo megabytes a body.', { public: true })),
    supersede('docs/index.md', item('Welcome')),
    deletion('docs/old.md', record('Old')),
  ];
  const report = createPlannedReport(changes, {
    repositoryUrl: 'https://github.com/octo/api',
    run: RUN,
    plan: plan(changes, { gone: ['docs/old.md'], unread: 120 }),
    skipped: [
      { path: 'docs/link.md', reason: 'it is a symbolic link' },
      { path: 'docs/de/a.md', reason: 'it is a translation of docs/a.md' },
    ],
    warnings: [
      { kind: 'link', path: 'docs/index.md', line: 2, message: 'broken link: x.md does not exist' },
      { kind: 'link', path: 'docs/index.md', line: 9, message: 'broken link: known.md does not exist' },
      { kind: 'format', path: 'docs/other.md', line: 4, message: 'invalid front matter' },
    ],
    review: createReview(['docs/limits.md', 'docs/index.md', 'docs/old.md', 'docs/link.md'], {
      oldItems: new Map([
        ['docs/limits.md', createOldItems(item('Limits › Size', 'Limits › Size\n\nOne megabyte a body.'))],
        ['docs/index.md', createOldItems()],
        ['docs/old.md', createOldItems(item('Old', 'Old\n\nNobody reads this.\n', { lines: [2, 5] }))],
      ]),
      oldWarnings: new Map([['docs/index.md', new Set(['broken link: known.md does not exist'])]]),
    }),
  });
  const { body, isEmpty, key } = renderComment(report);
  const blob = `https://github.com/octo/api/blob/${report.commit}`;

  it('the rendered comment starts with the marker of its plan', () => {
    expect(readMarker(body)).toEqual({ key: 'octo-api/docs', hash: computePlanHash(plan(changes)) });
    expect([key, isEmpty]).toEqual([{ project: 'octo-api', docs: 'docs' }, false]);
  });

  it.each([
    'In project <code>octo-api</code> from <code>docs</code>: **1 to create, 1 to update, 1 to supersede, 1 to delete** (120 unchanged).',
    '- **Breaks:** ⚠️ 1 link: [<code>docs/index.md</code> 2]',
    '- **Stays behind:** ⚠️ 1 old version, because the API of the platform cannot update or delete items',
    '- **To do:** check the changes below; fix the broken link; check that 1 item may have the new visibility; after the merge, delete 1 old item on the platform',
    '| <code>Limits &#8250; Size</code> | <code>docs/limits.md</code> | **becomes public** |',
    `| 🔴\u00a0delete | <code>Old</code>: <code>Nobody reads this.</code> | [<code>docs/old.md</code> 2–5](https://github.com/octo/api/blob/${BASE}/docs/old.md?plain=1#L2-L5) | page deleted |`,
    '| 🟠\u00a0supersede | <code>Welcome</code> |',
    `| 🟡\u00a0update | <code>Limits &#8250; Size</code> · public | [<code>docs/limits.md</code> 1–9](${blob}/docs/limits.md?plain=1#L1-L9) | edited |`,
    `| 🟢\u00a0create | <code>Limits &#8250; Rate</code> | [<code>docs/limits.md</code> 3–12](${blob}/docs/limits.md?plain=1#L3-L12) | new section |`,
    '<pre><del>One megabyte</del><ins>Two megabytes</ins> a body.</pre>',
    '| <code>docs/link.md</code> | it is a symbolic link |',
    'Not caused by this pull request: 2 warnings, 1 skipped file; see [the summary](https://github.com/octo/api/actions/runs/7).',
    '<sub>Planned at [<code>0123456</code>](https://github.com/octo/api/commit/0123456789abcdef0123456789abcdef01234567) on 2026-11-25 10:20 UTC · [run and summary](https://github.com/octo/api/actions/runs/7)',
  ])('the rendered comment contains the text %s', (part) => {
    expect(body).toContain(part);
  });

  it('the rendered comment contains neither warnings about files outside the pull request nor warnings that the base commit already had', () => {
    expect(body).not.toMatch(/docs\/other\.md|docs\/de\/a\.md|known\.md/);
    expect(findViolations(body)).toEqual([]);
  });

  it('the rendered comment lists visibility changes and deletions before all other changes', () => {
    const positions = [
      'The visibility of 1 item',
      '🔴\u00a0delete',
      '🟠\u00a0supersede',
      '🟡\u00a0update',
      '🟢\u00a0create',
    ].map((text) => body.indexOf(text));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('the comment is the same for the same plan at another commit, time and run, and differs for another plan', () => {
    const laterReport = { ...report, commit: 'f'.repeat(40), run: { url: `${RUN.url}8`, time: new Date(0) } };
    const other = renderComment(laterReport).body;
    expect(other).not.toBe(body);
    expect(isSameComment(other, body.replaceAll('\n', '\r\n'))).toBe(true);
    const edited = [...changes.slice(0, 3), deletion('docs/old.md', record('Other'))];
    const plans = { ...laterReport, plan: plan(edited, { gone: ['docs/old.md'], unread: 120 }) };
    expect(isSameComment(renderComment(plans).body, body)).toBe(false);
  });

  it('a text of the docs that looks like the footer does not hide differences', () => {
    const withText = (text: string) =>
      renderComment(createPlannedReport([create('docs/a.md', item(`\n<sub>Planned ${text}`))])).body;
    expect(isSameComment(withText('one'), withText('two'))).toBe(false);
  });

  it('the rendered comment reports that there are no changes if the plan is empty', () => {
    const noneComment = renderComment(createPlannedReport([], { plan: plan([], { unread: 12 }) }));
    expect(noneComment.isEmpty).toBe(true);
    expect(noneComment.body).toContain('### Context Sync: no changes');
    expect(noneComment.body).toContain('all 12 items are up to date');
    expect(renderComment({ ...createPlannedReport([]), outcome: 'unchanged', plan: undefined }).isEmpty).toBe(true);
  });

  it('the rendered comment reports that merging connects the repository', () => {
    const source = {
      installationId: 1,
      owner: 'octo',
      repo: 'api',
      branch: 'main',
      category: 'docs',
      provider: 'github',
    };
    const connect = { kind: 'connect' as const, source, previous: undefined, resend: undefined };
    const text = renderComment(createPlannedReport([], { plan: plan([], { connect }) }));
    expect(text.isEmpty).toBe(false);
    expect(text.body).toContain('Merging also connects <code>octo/api</code>, branch <code>main</code>');
  });

  it('the comment reports that old texts cannot be compared if the checkout does not contain the base commit', () => {
    const review = createReview(['docs/limits.md'], { base: undefined });
    const { body } = renderComment({ ...report, review });
    expect(body).toContain('set <code>fetch-depth: 2</code>');
    expect(body).not.toContain('Not caused by');
  });
});

describe('the changes of documents that the pull request does not edit', () => {
  const pages = Array.from({ length: 20 }, (_, at) => `docs/page-${at}.md`);
  const link = (target: string) => `Page\n\nSee [limits](https://docs.example.com/${target}).\n`;
  const changes = [
    ...pages.map((path) => supersede(path, item('Page', link('quotas')))),
    { kind: 'orphan' as const, path: 'docs/limits.md', record: record('Limits', { key: 'limits#' }) },
    create('docs/quotas.md', item('Limits', 'Limits\n\nSixty.\n\nSource: https://docs.example.com/quotas')),
    update('docs/far.md', item('Far')),
  ];
  const oldItem = item('Limits', 'Limits\n\nSixty.\n\nSource: https://docs.example.com/limits', { key: 'limits#' });
  const report = createPlannedReport(changes, {
    plan: plan(changes, { gone: ['docs/limits.md'] }),
    review: createReview(['docs/limits.md', 'docs/quotas.md'], {
      causes: new Map<string, string[]>([
        ...pages.map((path): [string, string[]] => [path, ['docs/limits.md']]),
        ['docs/far.md', ['docs/x.md']],
      ]),
      oldItems: new Map([
        ['docs/limits.md', createOldItems(oldItem)],
        ...pages.map((path): [string, Map<string, WantedItem>] => [path, createOldItems(item('Page', link('limits')))]),
      ]),
    }),
  });
  const { body } = renderComment(report);

  it('a moved page is one row, and the pages that link to it share one row with the cause', () => {
    expect(body.split('\n').filter((line) => /^\| [^C-]/u.test(line))).toEqual([
      '| 🟠\u00a0supersede | 20 items | 20 pages | only because <code>docs/limits.md</code> moved; only URLs change |',
      '| 🔵\u00a0move | 1 item, text unchanged; the old items stay | <code>docs/quotas.md</code> | moved from <code>docs/limits.md</code> |',
    ]);
  });

  it('deferred items are counted separately and share one row with the cause', () => {
    const deferredChanges = pages.map(
      (path): Change => ({ kind: 'defer', path, item: item('Page'), record: record('Page') }),
    );
    const comment = renderComment({
      ...report,
      plan: plan([...deferredChanges, ...changes.slice(20)], { gone: ['docs/limits.md'] }),
    });
    expect(comment.body).toContain('**1 to create, 20 to defer, 1 to orphan**');
    expect(comment.body).toContain(
      '| ⚪\u00a0defer | 20 items | 20 pages | only because <code>docs/limits.md</code> moved; only URLs change |',
    );
    expect(comment.body).toContain('; 20 items with old URLs, until the text of the item changes');
    const only = renderComment({ ...report, plan: plan(deferredChanges) });
    expect(only.body).toContain('- **Stays behind:** 20 items with old URLs, until the text of the item changes\n');
  });

  it('changes that another commit caused are summarized in one line', () => {
    expect(body).toContain('Not caused by this pull request: 1 to update; see the summary of the run.');
    expect(body).not.toContain('docs/far.md');
  });
});

describe('a folder that moves', () => {
  const names = ['a.md', 'b.md', 'deep/c.md'];
  const createMovedItem = (name: string) => item(name, `${name}\n\nThe text of ${name}.\n`);
  const changes = names.flatMap((name) => [
    create(`docs/v2/${name}`, createMovedItem(name)),
    deletion(`docs/v1/${name}`, record(name)),
  ]);
  const oldItems = new Map(names.map((name) => [`docs/v1/${name}`, createOldItems(createMovedItem(name))]));
  const deletedPaths = [...oldItems.keys()];
  const newPaths = names.map((name) => `docs/v2/${name}`);
  const getRows = (more: Partial<Report>) =>
    renderComment(createPlannedReport(changes, { plan: plan(changes, { gone: deletedPaths }), ...more }))
      .body.split('\n')
      .filter((line) => /^\| [^C-]/u.test(line));

  it('a folder that moves is one row with the sums of its pages', () => {
    expect(getRows({ review: createReview([...deletedPaths, ...newPaths], { oldItems }) })).toEqual([
      '| 🔵\u00a0move | 3 pages, 3 items, text unchanged | <code>docs/v2/</code> | moved from <code>docs/v1/</code> |',
    ]);
  });

  it('a folder that becomes an old version is listed as skipped, not as deleted', () => {
    const another = new Map(names.map((name) => [`docs/v1/${name}`, createOldItems(item(name, 'Another text.'))]));
    const causes = new Map(names.map((name) => [`docs/v1/${name}`, [`docs/v2/${name}`]]));
    const rows = getRows({ review: createReview([...newPaths, 'docs/v1/a.md'], { oldItems: another, causes }) });
    expect(rows.filter((row) => row.includes('delete'))).toEqual([
      expect.stringMatching(/docs\/v1\/a\.md.*\| page now skipped \|$/),
      expect.stringMatching(/docs\/v1\/b\.md.*only because <code>docs\/v2\/b\.md<\/code> was added/),
      expect.stringMatching(/docs\/v1\/deep\/c\.md.*only because <code>docs\/v2\/deep\/c\.md<\/code> was added/),
    ]);
  });
});

describe('warnings and skipped files in the comment', () => {
  const changes = [update('docs/a.md', item('A'))];
  const { body } = renderComment(
    createPlannedReport(changes, {
      warnings: [1, 2].map((line) => ({
        kind: 'credential',
        path: 'docs/a.md',
        line,
        message: `looks like key ${line}`,
      })),
      skipped: ['docs/package.json', 'docs/openapi.json'].map((path) => ({ path, reason: NOT_OPENAPI_REASON })),
    }),
  );

  it('the list above the table of the comment contains the first warning', () => {
    expect(body).toContain(
      '- **Breaks:** no links; 2 warnings: <code>docs/a.md</code> 1: looks like key 1; and 1 more below',
    );
    expect(body).toContain('- **To do:** check the changes below; check 2 warnings');
  });

  it('the comment omits skipped JSON and YAML files that are clearly not OpenAPI documents', () => {
    expect(body).toContain('docs/openapi.json');
    expect(body).not.toContain('docs/package.json');
  });
});

describe('the size limit of the comment', () => {
  const MANY = selectByTier(60, 2_000);
  const DOCUMENTS = selectByTier(3_000, 9_000);
  const listNumbers = (number: number) => Array.from({ length: number }, (_, at) => at);
  const hostileText = '\u202e|<`'.repeat(40);

  it.each<[string, Report]>([
    ['40 items', createPlannedReport(many(40, 10))],
    ['5,000 items in 200 documents', createPlannedReport(many(5_000, 25))],
    ...selectSoakCases<[string, Report]>(['one document of 9,000 items', createPlannedReport(many(9_000, 9_000))]),
    [`${DOCUMENTS} documents`, createPlannedReport(many(DOCUMENTS, 1))],
    ['one item of a megabyte', createPlannedReport([create('docs/a.md', item('A', 'x\n'.repeat(500_000)))])],
    [
      'long names in every field',
      createPlannedReport(
        listNumbers(MANY).map((at) => update(`${hostileText}${at}`, item(hostileText, 'x', { public: true }))),
        {
          project: hostileText,
          docs: hostileText,
          skipped: listNumbers(MANY).map((at) => ({ path: `${hostileText}${at}`, reason: hostileText })),
          warnings: listNumbers(MANY).map((at) => ({
            kind: 'link',
            path: hostileText,
            line: at,
            message: hostileText,
          })),
        },
      ),
    ],
  ])('the comment with %s stays within the size limit and keeps its footer', (_name, report) => {
    const { body } = renderComment(report);
    expect(body.length).toBeLessThan(LIMIT);
    expect(body).toMatch(/\n<sub>Planned at .*<\/sub>$/);
    expect(findViolations(body)).toEqual([]);
  });

  it('the comment of a first plan does not list sections as new that the base commit already contains', () => {
    const knownItem = item('A', 'The same text.');
    const oldItems = new Map([['docs/a.md', new Map([[knownItem.key, knownItem]])]]);
    const changedPaths = new Set(['docs/a.md']);
    const review = { base: BASE, changedPaths, causes: new Map(), oldItems, oldWarnings: new Map() };
    const { body } = renderComment(createPlannedReport([create('docs/a.md', knownItem)], { run: RUN, review }));
    expect(body).toContain('| not on the platform yet |');
  });

  it('the comment for 600 changed pages lists the most important changes first and has a row for each kind', () => {
    const changes = listNumbers(600).flatMap((at) => [
      create(`docs/new-${at}.md`, item(`New ${at}`)),
      deletion(`docs/old-${at}.md`, record(`Old ${at}`)),
    ]);
    const { body } = renderComment(createPlannedReport(changes, { run: RUN }));
    expect(body.length).toBeLessThan(12_000);
    expect(body.split('\n').filter((line) => /^\| [^C-]/u.test(line))).toEqual([
      expect.stringMatching(
        /delete \| 600 items \| 600 pages, such as <code>docs\/old-0\.md<\/code>, .* \| section deleted \|$/,
      ),
      expect.stringMatching(
        /create \| 600 items \| 600 pages, such as <code>docs\/new-0\.md<\/code>, .* \| not on the platform yet \|$/,
      ),
    ]);
  });

  it('the differences of many long items are bounded', () => {
    const words = (word: string) => `Title\n\n${`${word} `.repeat(3_000)}`;
    const changes = listNumbers(10).map((at) => update(`docs/${at}.md`, item('A', words('new'))));
    const oldItems = new Map(changes.map(({ path }) => [path, createOldItems(item('A', words('old')))]));
    const { body } = renderComment(
      createPlannedReport(changes, { review: createReview([...oldItems.keys()], { oldItems }) }),
    );
    expect(codeBlocks(body).join('').length).toBeLessThan(2_500);
    expect(body).toContain('What changes in 10 items, word by word');
    expect(findViolations(body)).toEqual([]);
  });
});
