import { Cleanup, GitRepository } from '@context-sync/testkit';
import { describe, expect, it } from 'vitest';
import { Git } from '../docs/git.ts';
import { parseConfig, readConfig } from './read-config.ts';
import { CONFIGURABLE, configJsonSchema } from './schema.ts';
import { sourcesOf } from './sources.ts';

const INPUTS: Readonly<Record<string, string>> = {
  'api-key': 'k',
  'base-url': 'https://api.example.com',
  'github-token': 't',
  mode: 'auto',
  comment: 'changes-only',
  'allow-mass-change': 'false',
  'allow-credentials': 'false',
  'on-in-doubt': 'hold',
  'on-missing-state': 'create',
  verify: 'auto',
  'max-minutes': '30',
  concurrency: '5',
};

/** The sources of a configuration file, with inputs beside it. */
function sources(yaml: string, inputs: Readonly<Record<string, string>> = {}) {
  const { config, faults } = parseConfig('cs.yml', yaml);
  expect(faults).toEqual([]);
  return sourcesOf((name) => ({ ...INPUTS, ...inputs })[name] ?? '', config);
}

const TWO = `
site-url: https://docs.example.com
sources:
  - project: payments
    docs: services/payments/docs
    title-prefix: Payments
    public: true
  - project: accounts
    docs: services/accounts/docs
    site-url: https://accounts.example.com
    exclude: [drafts/**, "*.txt"]
`;

describe('the sources', () => {
  it('are those of the file, each with its own settings, then those for all, then the defaults', () => {
    const read = sources(TWO);
    expect(read.flatMap(({ faults }) => faults)).toEqual([]);
    expect(read.map(({ settings }) => settings)).toMatchObject([
      {
        project: 'payments',
        docs: 'services/payments/docs',
        titlePrefix: 'Payments',
        public: true,
        siteUrl: 'https://docs.example.com',
        stateRef: 'refs/context-sync/payments',
        category: 'docs',
      },
      {
        project: 'accounts',
        public: false,
        siteUrl: 'https://accounts.example.com',
        exclude: ['drafts/**', '*.txt'],
        stateRef: 'refs/context-sync/accounts',
      },
    ]);
  });

  it('take what an input says before all of it', () => {
    const read = sources(TWO, { category: 'guides', 'site-url': 'https://input.example.com' });
    expect(read.map(({ settings }) => [settings.category, settings.siteUrl])).toEqual(
      Array(2).fill(['guides', 'https://input.example.com']),
    );
  });

  it('are one where the file has none, or is not there', () => {
    expect(sources('project: one\ndocs: handbook\n')).toMatchObject([
      { settings: { project: 'one', docs: 'handbook' } },
    ]);
    expect(sources('', { project: 'two' })).toMatchObject([{ settings: { project: 'two', docs: 'docs' } }]);
  });

  it('must not share a state', () => {
    const shared = 'project: one\nsources:\n  - docs: a\n  - docs: b\n';
    expect(sources(shared).map(({ faults }) => faults.map(({ subject }) => subject))).toEqual([
      [],
      ['sources[1].state-ref'],
    ]);
    const apart = 'project: one\nsources:\n  - docs: a\n  - docs: b\n    state-ref: refs/context-sync/one-b\n';
    expect(sources(apart).flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('tell what is wrong with one of them by its place, and what is wrong with an input once', () => {
    const wrong = 'sources:\n  - project: a\n  - project: b/c\n';
    const faults = sources(wrong, { 'target-size': '3' }).flatMap((source) => source.faults);
    expect(faults.map(({ subject }) => subject)).toEqual(['target-size', 'sources[1].project']);
  });
});

describe('a file that is not as it must be', () => {
  it.each([
    ['no YAML', 'sources: [', /^cs\.yml:1$/, /is not YAML/],
    ['an unknown setting', 'project: a\nprojcet: b\n', /^cs\.yml/, /projcet/],
    ['an unknown setting of a source', 'sources:\n  - project: a\n    api-key: k\n', /^cs\.yml/, /api-key/],
    ['a key', 'api-key: k\n', /^cs\.yml/, /api-key/],
    ['an address of the API', 'base-url: https://evil.example.com\n', /^cs\.yml/, /base-url/],
    ['a value of another kind', 'project: a\npublic: "yes"\n', /^cs\.yml:2$/, /public/],
    ['no sources in the list', 'sources: []\n', /^cs\.yml:1$/, /sources/],
    ['a text', 'just words\n', /^cs\.yml/, /the file/],
  ])('%s is told with its line', (_name, yaml, subject, problem) => {
    const { faults } = parseConfig('cs.yml', yaml);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.subject).toMatch(subject);
    expect(faults[0]?.problem).toMatch(problem);
    expect(faults[0]?.fix).toMatch(/\w/);
  });

  it('cannot make much of little', () => {
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'
      .split('')
      .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(', ')}]`)
      .join('\n')}\n`;
    expect(parseConfig('cs.yml', bomb).faults).toHaveLength(1);
  });

  it('is not read where it is far too large', async () => {
    const cleanup = new Cleanup();
    try {
      const repository = await GitRepository.create(cleanup);
      await repository.commit('Large', { 'cs.yml': `project: ${'x'.repeat(100_000)}` });
      const { faults } = await readConfig(new Git(repository.path), 'cs.yml');
      expect(faults).toMatchObject([{ subject: 'cs.yml', problem: 'has over 100000 bytes' }]);
    } finally {
      await cleanup.close();
    }
  });
});

it('the schema for editors is that of the code', async () => {
  await expect(`${JSON.stringify(configJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(
    '../../../../context-sync.schema.json',
  );
  expect(CONFIGURABLE).not.toContain('api-key');
  expect(CONFIGURABLE).not.toContain('base-url');
});
