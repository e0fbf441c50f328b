import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DOCS, runIn } from '../command.fixture.ts';

let cleanup: Cleanup;
let repository: GitRepository;

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
  await repository.git('remote', 'add', 'origin', 'git@github.com:octo-org/octo-api.git');
  await repository.commit('Write the docs', DOCS);
});
afterEach(() => cleanup.close());

const run = (...args: string[]) => runIn(repository.path, args);

describe('plan', () => {
  it('the plan command lists every item as new if there is no state', async () => {
    const { exitCode, output, messages } = await run('plan');
    expect([exitCode, messages]).toEqual([0, '']);
    expect(output).toContain('octo-api: docs in commit ');
    expect(output).toContain('docs/limits.md  ');
    expect(output).toMatch(/ {2}\+ Limits.* {2}lines 1–9, \d+ characters/);
    expect(output).toMatch(/\nPlan: \d to create\n$/);
  });

  it('the plan command writes the plan file with --json', async () => {
    const { output } = await run('plan', '--json');
    const plan = JSON.parse(output);
    expect(plan).toMatchObject({
      project: 'octo-api',
      outcome: 'planned',
      commit: await repository.head(),
    });
    expect(plan.changes[0].content).toContain('Source: https://github.com/octo-org/octo-api/blob/main/docs/index.md');
  });

  it('the plan command writes the pull request comment with --format=markdown', async () => {
    const { output } = await run('plan', '--format=markdown');
    expect(output).toContain('### Context Sync: plan');
  });

  it('the plan command exits with 1 for a finding of a kind listed in --fail-on', async () => {
    await repository.commit('Break a link', { 'docs/index.md': '# Welcome\n\n[Gone](gone.md)\n' });
    expect((await run('plan')).exitCode).toBe(0);
    const { exitCode, messages } = await run('plan', '--fail-on=broken-links');
    expect([exitCode, messages]).toEqual([1, 'Error: fail-on: 1 broken link\n']);
  });
});

describe('items', () => {
  it('the items command prints the items of a document with their text', async () => {
    const { exitCode, output } = await run('items', 'docs/limits.md');
    expect(exitCode).toBe(0);
    expect(output).toContain('docs/limits.md: 1 item');
    expect(output).toContain('private · docs/limits.md#');
    expect(output).toContain('│ Sixty requests a minute.');
  });

  it('the items command accepts a path relative to the current folder', async () => {
    const { output } = await runIn(join(repository.path, 'docs'), ['items', 'limits.md', '--json']);
    expect(JSON.parse(output)).toMatchObject({ path: 'docs/limits.md', items: [{ key: 'docs/limits.md#' }] });
  });

  it('the items command counts the items of every document, and lists skipped files with the reason', async () => {
    await repository.commit('Add a link', { 'docs/big.md': `# Big\n\n${'x'.repeat(6_000_000)}\n` });
    const { output } = await run('items');
    expect(output).toMatch(/1 {2}docs\/index\.md {2}\d+ characters\n/);
    expect(output).toContain('Skipped\n  docs/big.md: it is larger than 5 MiB');
    expect(output).toContain('2 items from 2 documents in docs');
  });

  it.each([
    ['docs/a.png', 'is not a document of a supported format'],
    ['docs/gone.md', 'is not among the 2 documents in docs'],
    ['README.md', 'is not among the 2 documents in docs'],
  ])('the items command rejects the file %s', async (file, problem) => {
    const { exitCode, messages, output } = await run('items', file);
    expect([exitCode, output]).toEqual([1, '']);
    expect(messages).toContain(`Error: ${file}: ${problem}`);
    expect(messages).toContain('Fix: ');
  });
});

describe('diff', () => {
  it('the diff command shows the words that differ in uncommitted changes', async () => {
    await repository.commit('Change');
    const text = (DOCS['docs/limits.md'] ?? '').replace('Sixty', 'Ninety');
    await writeFile(join(repository.path, 'docs/limits.md'), text);
    const { output } = await run('diff');
    expect(output).toContain('the working tree with uncommitted changes, compared with ');
    expect(output).toContain('[-Sixty-]{+Ninety+} requests a minute.');
    expect(output).toContain('1 changed, 1 item unchanged');
    expect(await repository.git('status', '--porcelain')).toBe('M docs/limits.md');
  });

  it('the diff command shows a moved page as one line', async () => {
    await repository.commit('Move', { 'docs/limits.md': null, 'docs/guide/limits.md': DOCS['docs/limits.md'] ?? '' });
    const { output } = await run('diff', 'HEAD^');
    expect(output).toContain('→ docs/guide/limits.md  moved from docs/limits.md, 1 item, text unchanged');
    expect(output).toContain('~ 1 item in docs/index.md  only URLs, because docs/limits.md moved');
  });

  it('the diff command compares two commits and prints JSON', async () => {
    await repository.commit('Add', { 'docs/new.md': '# New\n\nText.\n' });
    const { output } = await run('diff', 'HEAD^', '--commit', 'HEAD', '--json');
    expect(JSON.parse(output)).toMatchObject({
      unchanged: 2,
      changes: [{ kind: 'create', path: 'docs/new.md', before: null, after: expect.stringContaining('Text.') }],
    });
  });
});

describe('ask', () => {
  it('the ask command prints the best items with path, lines and source URL', async () => {
    const { exitCode, output } = await run('ask', 'How many requests a minute?');
    expect(exitCode).toBe(0);
    expect(output).toContain('1. Limits');
    expect(output).toContain('docs/limits.md:1–9  https://github.com/octo-org/octo-api/blob/main/docs/limits.md');
  });

  it('the ask command exits with 1 if no item matches', async () => {
    const { exitCode, output } = await run('ask', 'zebra', '--json');
    expect([exitCode, JSON.parse(output)]).toEqual([
      1,
      { question: 'zebra', results: [{ matched: 'none', items: [] }] },
    ]);
  });

  it.each(['0', '21', 'x', '1.5'])('the ask command rejects the limit %s', async (limit) => {
    const { exitCode, messages } = await run('ask', 'x', `--limit=${limit}`);
    expect([exitCode, messages]).toEqual([
      2,
      expect.stringContaining(`must be an integer from 1 to 20 (got "${limit}")`),
    ]);
  });
});

describe('export', () => {
  it('the export command writes one line of JSON for each item', async () => {
    const lines = (await run('export')).output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ key }) => key)).toEqual(['docs/index.md#', 'docs/limits.md#']);
    expect(lines[0]).toMatchObject({ project: 'octo-api', public: false, fingerprint: expect.any(String) });
  });

  it('the export command writes llms.txt with a section for each folder', async () => {
    await repository.commit('Add', {
      'docs/how-to/rotate.md': '# Rotate a key\n\nKeys are rotated in `settings`. More.\n',
    });
    const { output } = await run('export', '--format=llms', '--title=Octo');
    expect(output).toBe(`# Octo

## How to

- [Rotate a key](https://github.com/octo-org/octo-api/blob/main/docs/how-to/rotate.md): Keys are rotated in settings.

## Docs

- [Welcome](https://github.com/octo-org/octo-api/blob/main/docs/index.md): The API of the octopus.
- [Limits](https://github.com/octo-org/octo-api/blob/main/docs/limits.md): Sixty requests a minute.
`);
  });

  it('the export command writes the text of every page to a file', async () => {
    const { messages, output } = await run('export', '--format=llms-full', '--output=full.txt');
    expect([messages, output]).toEqual(['Wrote 2 items to full.txt\n', '']);
    expect(await readFile(join(repository.path, 'full.txt'), 'utf8')).toContain(
      '\n---\nSource: https://github.com/octo-org/octo-api/blob/main/docs/limits.md\n---\n\n# Limits\n',
    );
  });

  it('the export command omits private items with --public-only', async () => {
    await repository.commit('Publish', { 'docs/index.md': `---\npublic: true\n---\n\n${DOCS['docs/index.md']}` });
    const { output } = await run('export', '--public-only');
    expect(output.trim().split('\n')).toHaveLength(1);
  });

  it('the export command reports a file that cannot be written', async () => {
    const { exitCode, messages } = await run('export', '--output=gone/x.txt');
    expect([exitCode, messages]).toEqual([1, expect.stringContaining('--output: "gone/x.txt" could not be written')]);
  });
});
