import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Git } from '../git/git.ts';
import { describeProblem } from '../problem/problem.ts';
import { createConfigJsonSchema } from './config-schema.ts';
import { parseSources } from './parse-sources.ts';
import { parseConfig, readConfig } from './read-config.ts';
import { CONFIGURABLE_NAMES } from './setting-table.ts';

const INPUTS: Readonly<Record<string, string>> = {
  'api-key': 'k',
  'base-url': 'https://api.example.com',
  'github-token': 't',
  mode: 'auto',
  comment: 'changes-only',
  'allow-mass-change': 'false',
  'on-in-doubt': 'hold',
  'on-missing-state': 'create',
  verify: 'auto',
};

/** Parses the sources of a configuration file with the given inputs. */
function sources(yaml: string, inputs: Readonly<Record<string, string>> = {}) {
  const { config, problems } = parseConfig('cs.yml', yaml);
  expect(problems).toEqual([]);
  return parseSources((name) => ({ ...INPUTS, ...inputs })[name] ?? '', config);
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

describe('parseSources', () => {
  it('the settings of a source take precedence over the settings for all sources, which take precedence over the defaults', () => {
    const read = sources(TWO);
    expect(read.flatMap(({ problems }) => problems)).toEqual([]);
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

  it('workflow inputs take precedence over the configuration file', () => {
    const read = sources(TWO, { docs: 'handbook', 'installation-id': '43' });
    expect(read.map(({ settings }) => [settings.docs, settings.installationId])).toEqual(
      Array(2).fill(['handbook', 43]),
    );
  });

  it('the ref of a source and the repository of the workflow together form the location of its state', () => {
    const file = 'project: one\nsources:\n  - docs: a\n  - docs: b\n    state: ref:refs/context-sync/one-b\n';
    expect(sources(file, { state: 'git:origin' }).map(({ settings }) => settings)).toMatchObject([
      { stateRef: 'refs/context-sync/one', stateRemote: { name: 'origin' } },
      { stateRef: 'refs/context-sync/one-b', stateRemote: { name: 'origin' } },
    ]);
  });

  it('parseSources reads a setting of the file only from the file', () => {
    const [source] = sources('project: one\npublic: true\n', { public: 'false' });
    expect(source?.settings.public).toBe(true);
  });

  it('parseSources returns one source if the configuration file has no list of sources or is empty', () => {
    expect(sources('project: one\ndocs: handbook\n')).toMatchObject([
      { settings: { project: 'one', docs: 'handbook' } },
    ]);
    expect(sources('', { project: 'two' })).toMatchObject([{ settings: { project: 'two', docs: 'docs' } }]);
  });

  it('parseSources rejects two sources that share a state', () => {
    const sharedConfig = 'project: one\nsources:\n  - docs: a\n  - docs: b\n';
    expect(sources(sharedConfig).map(({ problems }) => problems.map(({ subject }) => subject))).toEqual([
      [],
      ['sources[1].state'],
    ]);
    const apart = 'project: one\nsources:\n  - docs: a\n  - docs: b\n    state: ref:refs/context-sync/one-b\n';
    expect(sources(apart).flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('error messages call a value from the configuration file a setting and a value from the workflow an input', () => {
    const messages = (yaml: string, inputs: Readonly<Record<string, string>> = {}) =>
      sources(yaml, inputs).flatMap(({ problems }) => problems.map(describeProblem));
    const two = 'sources:\n  - project: a\n  - project: b\n    target-size: 3\n';
    expect(messages(two)).toEqual([
      'Setting "sources[1].target-size" must be an integer between 200 and 8000 (got "3").',
    ]);
    expect(messages('project: a\ntarget-size: 3\n')).toEqual([
      'Setting "target-size" must be an integer between 200 and 8000 (got "3").',
    ]);
    expect(messages('project: a\n', { mode: 'sync' })).toEqual([
      'Input "mode" must be one of auto, plan, apply, doctor (got "sync").',
    ]);
  });

  it('parseSources reports a problem of a source with the index of the source, and a problem of an input only once', () => {
    const wrong = 'sources:\n  - project: a\n  - project: b/c\n';
    const problems = sources(wrong, { docs: '../a' }).flatMap((source) => source.problems);
    expect(problems.map(({ subject }) => subject)).toEqual(['docs', 'sources[1].project']);
  });
});

const PAGE = 'https://github.com/OWNER/context-sync/blob/v1/docs/reference/configuration.md#settings';

describe('an invalid configuration file', () => {
  beforeEach(() => {
    vi.stubEnv('GITHUB_ACTION_REPOSITORY', '');
  });
  afterEach(() => vi.unstubAllEnvs());

  it.each<[string, string, ...(string | RegExp)[]]>([
    [
      'an unknown setting',
      'project: a\ndocz: b\n',
      `cs.yml:2: "docz" is not a setting. Fix: did you mean "docs"? All settings: ${PAGE}.`,
    ],
    [
      'several unknown settings',
      'site_url: x\nprojcet: b\nanswer: 42\nsource: []\n',
      `cs.yml:1: "site_url" is not a setting. Fix: did you mean "site-url"? All settings: ${PAGE}.`,
      `cs.yml:2: "projcet" is not a setting. Fix: did you mean "project"? All settings: ${PAGE}.`,
      `cs.yml:3: "answer" is not a setting. Fix: remove it, or use one of the settings in ${PAGE}.`,
      `cs.yml:4: "source" is not a setting. Fix: did you mean "sources"? All settings: ${PAGE}.`,
    ],
    [
      'an unknown setting of a source',
      'sources:\n  - project: a\n    inculde:\n      - "*.md"\n',
      `cs.yml:3: "inculde" is not a setting of "sources[0]". Fix: did you mean "include"? All settings: ${PAGE}.`,
    ],
    [
      'an API key in the configuration file',
      'api-key: csk_secret\n',
      `cs.yml:1: "api-key" cannot be set in this file, because a pull request could change it. Fix: set it as an input in the workflow; for the settings of this file, see ${PAGE}.`,
    ],
    [
      'a state outside of this repository',
      'state: git:https://example.com/state.git\n',
      `cs.yml:1: "state" must be a git ref such as "ref:refs/context-sync/my-project"; only the workflow can set git: and folder: (got "git:https://example.com/state.git"). Fix: see ${PAGE}.`,
    ],
    [
      'a setting with its former name',
      'state-ref: refs/context-sync/a\n',
      'cs.yml:1: "state-ref" is not a setting. Fix: use state, with a line such as ref:refs/context-sync/my-project.',
    ],
    [
      'a string instead of a boolean',
      'project: a\npublic: "yes"\n',
      `cs.yml:2: "public" must be true or false (got "yes"). Fix: see ${PAGE}.`,
    ],
    [
      'a string instead of a number',
      'target-size: large\n',
      `cs.yml:1: "target-size" must be an integer (got "large"). Fix: see ${PAGE}.`,
    ],
    [
      'a number that is too large',
      'installation-id: 99999999999999999999\n',
      /^cs\.yml:1: "installation-id" must be an integer.* \(got \d+\)\. Fix: see /,
    ],
    [
      'a list instead of a string',
      'project: [a]\n',
      `cs.yml:1: "project" must be a string (got ["a"]). Fix: see ${PAGE}.`,
    ],
    [
      'a value that is not one of the choices of a setting',
      'project: a\npublish: yes please\n',
      `cs.yml:2: "publish" must be true, false or remove (got "yes please"). Fix: see ${PAGE}.`,
    ],
    [
      'a list in which one value is not a string',
      'project: a\ninclude: [1]\n',
      `cs.yml:2: "include" must be a string or a list of strings (got [1]). Fix: see ${PAGE}.`,
    ],
    [
      'a mapping instead of a list',
      'project: a\ninclude:\n  a: b\n',
      `cs.yml:2: "include" must be a string or a list of strings (got {"a":"b"}). Fix: see ${PAGE}.`,
    ],
    [
      'a long invalid value',
      `public: ${'x'.repeat(100)}\n`,
      `cs.yml:1: "public" must be true or false (got "${'x'.repeat(59)}…). Fix: see ${PAGE}.`,
    ],
    [
      'an empty list of sources',
      'sources: []\n',
      `cs.yml:1: "sources" must be a list of at least 1 (got []). Fix: see ${PAGE}.`,
    ],
    [
      'a file that is not a mapping',
      'just words\n',
      `cs.yml:1: the file must be a mapping of settings (got "just words"). Fix: see ${PAGE}.`,
    ],
    ['invalid YAML', 'sources: [', /^cs\.yml:1: is not YAML: .* Fix: correct the syntax in this line\.$/],
  ])('parseConfig reports line, rule and fix for %s', (_name, yaml, ...messages) => {
    const { problems } = parseConfig('cs.yml', yaml);
    expect(problems.map(describeProblem)).toEqual(
      messages.map((message) => (typeof message === 'string' ? message : expect.stringMatching(message))),
    );
  });

  it.each(Object.getOwnPropertyNames(Object.prototype))('parseConfig rejects the setting %s', (name) => {
    for (const yaml of [`${name}: x\n`, `sources:\n  - ${name}: x\n`])
      expect(parseConfig('cs.yml', yaml).problems.map(describeProblem)).toEqual([
        expect.stringContaining(`"${name}" is not a setting`),
      ]);
  });

  it('parseConfig rejects YAML aliases that expand exponentially', () => {
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'
      .split('')
      .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(', ')}]`)
      .join('\n')}\n`;
    expect(parseConfig('cs.yml', bomb).problems).toHaveLength(1);
  });

  it('a configuration file with more than 100,000 bytes is rejected', async () => {
    const cleanup = new Cleanup();
    try {
      const repository = await GitRepository.create(cleanup);
      await repository.commit('Large', { 'cs.yml': `project: ${'x'.repeat(100_000)}` });
      const { problems } = await readConfig(new Git(repository.path), 'cs.yml');
      expect(problems).toMatchObject([{ subject: 'cs.yml', problem: 'must have at most 100000 bytes' }]);
    } finally {
      await cleanup.close();
    }
  });
});

it('context-sync.schema.json matches the settings of the configuration file', async () => {
  await expect(`${JSON.stringify(createConfigJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(
    '../../../../context-sync.schema.json',
  );
  expect(CONFIGURABLE_NAMES).not.toContain('api-key');
  expect(CONFIGURABLE_NAMES).not.toContain('base-url');
});
