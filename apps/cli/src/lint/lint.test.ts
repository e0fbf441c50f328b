import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runIn } from '../command.fixture.ts';
import { findLeaningTexts } from './leaning-text.ts';
import { lintDocs } from './lint-docs.ts';
import { findNearEqualTexts } from './near-equal-texts.ts';

describe('findLeaningTexts', () => {
  it.each([
    ['See the table above.', ['the table above']],
    ['As described above, keys expire.', ['As described above']],
    ['More in the next section.', ['in the next section']],
    ['Use the example below.', ['the example below']],
    ['| a |\n| --- |\n| b |\n\nSee the table above.', []],
    ['Use the example below.\n\n```sh\nx\n```', []],
    ['The following example rotates a key:\n\n    rotate', []],
    ['See [the table above](#x).', []],
    ['```\nthe table above\n```', []],
    ['Above all, the cursor of the previous page.', []],
  ])('the text %j depends on its context because of %j', (content, texts) => {
    expect(findLeaningTexts({ content }).map(({ text }) => text)).toEqual(texts);
  });
});

describe('findNearEqualTexts', () => {
  const words = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `word${from + index}`).join(' ');

  it('findNearEqualTexts finds texts with nearly the same phrases', () => {
    const texts = [
      { id: 'a', text: words(0, 200) },
      { id: 'b', text: words(500, 200) },
      { id: 'c', text: `${words(0, 190)} other end` },
    ];
    expect(findNearEqualTexts(texts)).toEqual([{ one: 'a', other: 'c', similarity: expect.closeTo(0.94, 1) }]);
  });

  it('near-duplicate texts are reported once, and short texts are never reported', () => {
    const text = words(0, 100);
    const equal = ['a', 'b', 'c'].map((id) => ({ id, text }));
    expect(findNearEqualTexts(equal).map(({ other }) => other)).toEqual(['b', 'c']);
    expect(findNearEqualTexts(equal.map(({ id }) => ({ id, text: words(0, 10) })))).toEqual([]);
  });
});

const TOKEN = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`;

it('lintDocs reports items with the same title once', () => {
  const item = (key: string, lines: readonly [number, number]) => ({
    key,
    title: 'Same',
    content: key,
    public: false,
    lines,
  });
  const documents = [
    { path: 'a.md', blob: '', items: [item('a', [1, 2]), item('b', [4, 9])] },
    { path: 'c.md', blob: '', items: [item('c', [3, 3])] },
  ];
  const docs = { wanted: { documents, unchanged: new Set<string>() }, warnings: [], exposed: [] };
  expect(lintDocs(docs, () => [])).toEqual([
    { rule: 'equal-title', path: 'a.md', line: 1, message: '3 items have the title "Same": also a.md:4, c.md:3' },
  ]);
});

describe('lint', () => {
  let cleanup: Cleanup;
  let repository: GitRepository;
  beforeEach(async () => {
    cleanup = new Cleanup();
    repository = await GitRepository.create(cleanup);
    await repository.commit('Write the docs', {
      'docs/a.md': '# A\n\n[Gone](gone.md) and [no heading](d.md#none).\n\nAs shown above, it works.\n',
      'docs/b.md': `# B\n\nThe tag {{< is open.\n\nUse ${TOKEN} today.\n`,
      'docs/c.md': '# C\n\n```sh\nrotate\n',
      'docs/d.md': '# D\n\nText.\n',
    });
  });
  afterEach(() => cleanup.close());

  it('the lint command reports each kind of finding with its level and line', async () => {
    const { exitCode, output } = await runIn(repository.path, ['lint', '--json']);
    expect(exitCode).toBe(1);
    const { findings } = JSON.parse(output) as {
      findings: { rule: string; level: string; path: string; line: number }[];
    };
    expect(findings.map(({ rule, level, path, line }) => `${path}:${line} ${level} ${rule}`)).toEqual([
      'docs/a.md:3 error broken-link',
      'docs/a.md:3 error broken-link',
      'docs/a.md:5 note leaning-text',
      'docs/b.md:1 warning leftover-syntax',
      'docs/b.md:5 error credential',
      'docs/c.md:3 warning open-fence',
    ]);
  });

  it('the lint command prints the findings grouped by file, and the totals', async () => {
    const { output, messages } = await runIn(repository.path, ['lint', '--level=error']);
    expect(messages).toBe('');
    expect(output).toContain('docs/a.md\n  3  error    broken link: ');
    expect(output).not.toContain('leaning-text');
    expect(output).toContain('3 errors, 2 warnings, 1 note in 3 files\n');
  });

  it.each([
    ['error', 1],
    ['never', 0],
  ])('the lint command with --fail-on %s exits with %i', async (level, code) => {
    expect((await runIn(repository.path, ['lint', `--fail-level=${level}`])).exitCode).toBe(code);
  });

  it('the lint command exits with 0 for docs without findings', async () => {
    await repository.commit('Repair', {
      'docs/a.md': '# A\n\nText.\n',
      'docs/b.md': '# B\n\nText.\n',
      'docs/c.md': null,
    });
    expect(await runIn(repository.path, ['lint'])).toEqual({ exitCode: 0, output: 'No findings\n', messages: '' });
  });

  it('the lint command writes SARIF with a rule and a location for each finding', async () => {
    const { output } = await runIn(repository.path, ['lint', '--format=sarif']);
    const { version, runs } = JSON.parse(output);
    const [{ tool, results }] = runs;
    expect([version, tool.driver.name, results.length]).toEqual(['2.1.0', 'context-sync', 6]);
    for (const { ruleId, ruleIndex, level, locations } of results) {
      const rule = tool.driver.rules[ruleIndex];
      expect([rule.id, rule.defaultConfiguration.level]).toEqual([ruleId, level]);
      expect(locations[0].physicalLocation.region.startLine).toBeGreaterThan(0);
    }
  });

  it('the lint command prints no workflow commands, not even on GitHub Actions', async () => {
    await repository.commit('Inject', { 'docs/a.md': '# A\n\n[::error::x](::warning::y.md)\n\n::error file=a::b\n' });
    for (const command of ['lint', 'plan', 'items']) {
      const { output, messages } = await runIn(repository.path, [command], { GITHUB_ACTIONS: 'true' });
      expect(`${output}${messages}`).not.toMatch(/^::/m);
    }
  });
});
