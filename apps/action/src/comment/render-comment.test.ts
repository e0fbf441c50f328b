import { computePlanHash } from '@context-sync/sync';
import { selectByTier, selectSoakCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { codeBlocks, findViolations } from '../report/gfm.fixture.ts';
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
import { readMarker } from './comment-marker.ts';
import { renderComment } from './render-comment.ts';

/** The size limit of a comment in characters. GitHub rejects comments with more than 65,536 characters. */
const LIMIT = 60_000;

describe('renderComment', () => {
  const changes = [
    create('docs/limits.md', item('Limits › Rate', '# Limits › Rate\n\nSixty a minute.\n', { lines: [3, 12] })),
    update('docs/limits.md', item('Limits › Size', 'One megabyte.', { public: true })),
    supersede('docs/index.md', item('Welcome')),
    deletion('docs/old.md', record('Old')),
  ];
  const report = createPlannedReport(changes, {
    plan: plan(changes, { gone: ['docs/old.md'], unread: 120 }),
    skipped: [{ path: 'docs/link.md', reason: 'it is a symbolic link' }],
    warnings: [{ kind: 'format', path: 'docs/index.md', line: 2, message: 'invalid front matter' }],
  });
  const { body, isEmpty, key } = renderComment(report);

  it('the rendered comment starts with the marker of its plan', () => {
    expect(readMarker(body)).toEqual({ key: 'octo-api/docs', hash: computePlanHash(plan(changes)) });
    expect([key, isEmpty]).toEqual([{ project: 'octo-api', docs: 'docs' }, false]);
  });

  it.each([
    '**1 to create, 1 to update, 1 to supersede, 1 to delete** (120 unchanged)',
    '| <code>Limits &#8250; Size</code> | <code>docs/limits.md</code> | **becomes public** |',
    '<details open><summary><code>docs/limits.md</code>: 1 to create, 1 to update</summary>',
    '| create | <code>Limits &#8250; Rate</code> | 33 | 3–12 |',
    '| update | <code>Limits &#8250; Size</code> · public | 13 | 1–9 |',
    '| create, old version stays | <code>Welcome</code> |',
    '<code>docs/old.md</code>: 1 to delete; the document was deleted',
    '| <code>docs/link.md</code> | it is a symbolic link |',
    '| <code>docs/index.md</code> | 2 | invalid front matter |',
    '<sub>This comment is updated after every push to the pull request.</sub>',
    'The API of the platform cannot update items: the old version stays there until you delete it.',
  ])('the rendered comment contains the text %s', (part) => {
    expect(body).toContain(part);
  });

  it('the rendered comment lists visibility changes before all other changes', () => {
    expect(body.indexOf('### ⚠️ The visibility of 1 item would change')).toBeLessThan(body.indexOf('<details'));
    expect(findViolations(body)).toEqual([]);
  });

  it('the rendered comment contains the collapsed texts of exactly the items to send', () => {
    expect(codeBlocks(body)).toEqual(['About Welcome.\n', '# Limits › Rate\n\nSixty a minute.\n', 'One megabyte.\n']);
    expect(body).toContain('<details><summary>Text of 2 items as it will be embedded</summary>');
  });

  it('the rendered comment is the same for the same plan at another commit', () => {
    expect(renderComment({ ...report, commit: 'f'.repeat(40) }).body).toBe(body);
  });

  it('the rendered comment reports that there are no changes if the plan is empty', () => {
    const none = renderComment(createPlannedReport([], { plan: plan([], { unread: 12 }) }));
    expect(none.isEmpty).toBe(true);
    expect(none.body).toContain('### Context Sync: no changes');
    expect(none.body).toContain('all 12 items are up to date');
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
});

describe('the size limit of the comment', () => {
  const MANY = selectByTier(60, 2_000);
  const DOCUMENTS = selectByTier(3_000, 9_000);
  const listNumbers = (number: number) => Array.from({ length: number }, (_, at) => at);
  const hostile = '\u202e|<`'.repeat(40);

  it.each<[string, Parameters<typeof renderComment>[0], RegExp]>([
    [
      '40 items whose texts do not fit',
      createPlannedReport(many(40, 10)),
      /The text of \d+ items is too long to show here/,
    ],
    [
      '1,000 items in 20 documents',
      createPlannedReport(many(1_000, 50)),
      /The tables? of \d+ documents are truncated, and texts are omitted/,
    ],
    [
      '5,000 items in 200 documents',
      createPlannedReport(many(5_000, 25)),
      /There are too many changes to list every item; see the plan file/,
    ],
    ...selectSoakCases<[string, Parameters<typeof renderComment>[0], RegExp]>([
      'one document of 9,000 items',
      createPlannedReport(many(9_000, 9_000)),
      /… and \d,\d+ more in this document/,
    ]),
    [
      `${DOCUMENTS} documents`,
      createPlannedReport(many(DOCUMENTS, 1)),
      /and \d,\d+ documents with \d,\d+ changes are omitted/,
    ],
    [
      'one item of a megabyte',
      createPlannedReport([create('docs/a.md', item('A', 'x\n'.repeat(500_000)))]),
      /The text of 1 item is too long/,
    ],
    [
      'an item that consists only of backticks',
      createPlannedReport([create('docs/a.md', item('A', '`'.repeat(59_000)))]),
      /The text of 1 item is too long/,
    ],
    [
      'long names in every field',
      createPlannedReport(
        listNumbers(MANY).map((at) => update(`${hostile}${at}`, item(hostile, 'x', { public: true }))),
        {
          project: hostile,
          docs: hostile,
          skipped: listNumbers(MANY).map((at) => ({ path: `${hostile}${at}`, reason: hostile })),
          warnings: listNumbers(MANY).map((at) => ({ kind: 'link', path: hostile, line: at, message: hostile })),
        },
      ),
      /too long|omitted|truncated/,
    ],
  ])('the comment with %s stays within the size limit and reports what it omits', (_name, report, said) => {
    const { body } = renderComment(report);
    expect(body.length).toBeLessThan(LIMIT);
    expect(body).toMatch(said);
    expect(body).toMatch(/This comment is updated after every push/);
    expect(findViolations(body)).toEqual([]);
  });

  it('the comment omits the longest texts first if the size limit is exceeded', () => {
    const { body } = renderComment(
      createPlannedReport([
        create('a.md', item('Long', 'x '.repeat(40_000))),
        create('b.md', item('Short', 'Short text.')),
      ]),
    );
    expect(codeBlocks(body)).toEqual(['Short text.\n']);
  });

  it('the comment with thousands of items stays within the size limit', () => {
    expect(renderComment(createPlannedReport(many(50 * MANY, 25))).body.length).toBeLessThan(LIMIT);
  });
});
