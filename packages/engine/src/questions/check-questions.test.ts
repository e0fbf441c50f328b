import { chunk } from '@context-sync/chunker';
import type { WantedDocument } from '@context-sync/sync';
import { describe, expect, it } from 'vitest';
import { describeLoss } from '../report/render/questions-part.ts';
import { checkQuestions } from './check-questions.ts';
import { parseQuestions } from './read-questions.ts';

type Pages = Readonly<Record<string, string>>;

const FILLER: Pages = Object.fromEntries(
  Array.from({ length: 6 }, (_, number) => [
    `docs/page-${number}.md`,
    `# Page ${number}\n\nAbout the rate of page ${number}.\n`,
  ]),
);
const LIMITS = '# Limits\n\nSixty requests a minute are the rate limit of the API.\n';
const BASE: Pages = { ...FILLER, 'docs/limits.md': LIMITS };

function createDocuments(pages: Pages): WantedDocument[] {
  return Object.entries(pages).map(([path, text]) => ({
    path,
    blob: text,
    items: chunk({ path, text }, { targetSize: 200 }).items.map((item) => ({ ...item, public: false })),
  }));
}

function check(before: Pages | undefined, after: Pages, ...questions: string[]) {
  const file = parseQuestions(`top: 2\nquestions:\n${questions.map((question) => `  - ${question}\n`).join('')}`);
  return checkQuestions(
    file,
    { docs: 'docs', folders: ['docs'] },
    {
      before: before && createDocuments(before),
      after: createDocuments(after),
      skipped: [{ path: 'docs/link.md', reason: 'it is a symbolic link' }],
    },
  ).report;
}

const QUESTION = '{ question: What is the rate limit of the API?, page: docs/limits.md }';
const checkFlips = (...args: Parameters<typeof check>) =>
  check(...args).flips?.map((flip) => `${flip.kind}: ${flip.kind === 'lost' ? describeLoss(flip.loss) : flip.now.key}`);

describe('golden questions of a pull request', () => {
  it('an answer that is found before and after the change is not a difference', () => {
    expect(check(BASE, { ...BASE, 'docs/other.md': '# Other\n\nNothing.\n' }, QUESTION)).toEqual({
      top: 2,
      checked: 1,
      found: 1,
      flips: [],
      problems: [],
    });
  });

  it('the report of a lost answer contains the item that displaced it', () => {
    const text = '# Rate limit of the API\n\nThe rate limit of the API, what is the rate limit?\n';
    const after = { ...BASE, 'docs/new.md': text, 'docs/newer.md': text.replace('# Rate', '# The rate') };
    expect(checkFlips(BASE, after, QUESTION)).toEqual([
      expect.stringMatching(
        /^lost: pushed out by "(The r|R)ate limit of the API" \(docs\/newe?r?\.md\), now at rank 3$/,
      ),
    ]);
  });

  it('the report of a lost answer contains the words that its item no longer contains', () => {
    const after = { ...BASE, 'docs/limits.md': '# Quotas\n\nSixty a minute.\n' };
    expect(checkFlips(BASE, after, QUESTION)).toEqual([
      expect.stringMatching(
        /^lost: pushed out by "Page \d" .*, and no longer matches; no longer contains "rate", "limit", "API\?"$/,
      ),
    ]);
  });

  it.each([
    ['a deleted page', { ...FILLER }, 'lost: the page was deleted'],
    ['a moved page', { ...FILLER, 'docs/quotas/limits.md': LIMITS }, 'elsewhere: docs/quotas/limits.md#'],
    [
      'a text that moved to another page',
      {
        ...FILLER,
        'docs/limits.md': '# Quotas\n\nMoved.\n',
        'docs/page-0.md': `${FILLER['docs/page-0.md']}\n${'Filler. '.repeat(40)}\n\n## Limits\n\n${LIMITS.slice(10)}`,
      },
      'elsewhere: docs/page-0.md#~filler-filler-filler-filler-filler~2',
    ],
  ])('the check of golden questions reports %s', (_name, after, expected) => {
    expect(checkFlips(BASE, after, QUESTION)).toEqual([expected]);
  });

  it('a file that git finds to be renamed is the same page although its items were edited', () => {
    const after = { ...FILLER, 'docs/quotas.md': `${LIMITS}\n${'Other text. '.repeat(30)}`.replace('Sixty', 'Ninety') };
    const file = parseQuestions(`top: 2\nquestions:\n  - ${QUESTION.replace('limits.md', 'quotas.md')}\n`);
    const checkWith = (renames: ReadonlyMap<string, string>) =>
      checkQuestions(
        file,
        { docs: 'docs', folders: ['docs'] },
        { before: createDocuments(BASE), after: createDocuments(after), skipped: [], renames },
      ).report.flips?.map(({ kind }) => kind);
    expect(checkWith(new Map())).toEqual(['new']);
    expect(checkWith(new Map([['docs/quotas.md', 'docs/limits.md']]))).toEqual([]);
  });

  it('a page that moves together with its question is not a difference', () => {
    const after = { ...FILLER, 'docs/quotas/limits.md': LIMITS };
    expect(checkFlips(BASE, after, QUESTION.replace('docs/limits', 'docs/quotas/limits'))).toEqual([]);
  });

  it('an answer is found only if its item contains the words of the question', () => {
    const question = QUESTION.replace(' }', ', words: sixty }');
    expect(checkFlips(BASE, { ...BASE, 'docs/limits.md': LIMITS.replace('Sixty', 'Ninety') }, question)).toEqual([
      'lost: it no longer has an item that contains "sixty"',
    ]);
  });

  it('an answer is lost with its section', () => {
    const section = `# Limits\n\n${'Filler. '.repeat(40)}\n\n## Rate\n\nSixty requests a minute are the rate limit of the API.\n`;
    const question = QUESTION.replace('.md', '.md#rate');
    const before = { ...FILLER, 'docs/limits.md': section };
    const after = { ...FILLER, 'docs/limits.md': section.replace(/\n## Rate[\s\S]*/, '') };
    expect(checkFlips(before, before, question)).toEqual([]);
    expect(checkFlips(before, after, question)).toEqual(['lost: the section was deleted']);
  });

  it('an answer that was not found before is newly found', () => {
    expect(checkFlips({ ...BASE, 'docs/limits.md': '# Quotas\n\nNone.\n' }, BASE, QUESTION)).toEqual([
      'new: docs/limits.md#',
    ]);
  });

  it('the same texts with other line breaks are not a difference', () => {
    const reflow = (text: string) => text.replaceAll(/(\w) (\w)/g, '$1\n$2').replaceAll('#\n', '# ');
    const after = Object.fromEntries(
      Object.entries(BASE).map(([path, text]) => [path, text.replace(/\n\n.*/, reflow)]),
    );
    expect(after).not.toEqual(BASE);
    expect(checkFlips(BASE, after, QUESTION, '{ question: rate of page 3, page: docs/page-3.md }')).toEqual([]);
  });

  it.each([
    ['docs/limit.md', 'the page "docs/limit.md" does not exist', 'did you mean "docs/limits.md"?'],
    ['limits.md', 'the page "limits.md" does not exist', 'did you mean "docs/limits.md"?'],
    ['docs/limits.md#lmits', 'the page "docs/limits.md" has no section "lmits"', 'did you mean "limits"?'],
    ['docs/link.md', 'the page "docs/link.md" is skipped: it is a symbolic link', 'name a page that is synced'],
  ])('the expected location %s is reported as a problem with a fix', (page, problem, fix) => {
    const pages = { ...BASE, 'docs/limits.md': LIMITS.replace('# Limits', '# All\n\n## Limits') };
    const report = check(pages, pages, `{ question: How?, page: ${page} }`);
    expect(report).toMatchObject({ checked: page.includes('#') ? 1 : 0, problems: [{ line: 3, problem, fix }] });
  });

  it('golden questions are not compared if there is no base commit', () => {
    expect(check(undefined, BASE, QUESTION)).toMatchObject({ checked: 1, found: 1, flips: undefined });
  });

  it('each question belongs to the source with the innermost folder around its page', () => {
    const file = parseQuestions(
      'questions:\n  - { question: A, page: a/b/c.md }\n  - { question: B, page: other.md }\n  - oops\n',
    );
    const folders = ['a', 'a/b'];
    const lines = folders.map((docs) =>
      checkQuestions(file, { docs, folders }, { before: [], after: [], skipped: [] }).report.problems.map(
        ({ line }) => line,
      ),
    );
    expect(lines).toEqual([[3, 4], [2]]);
  });
});
